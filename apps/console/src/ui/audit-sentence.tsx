import type { JSX } from 'react';
import { CRITICAL } from './audit-labels.js';
import styles from './audit-sentence.module.css';
import { type EventFacts, type NameOf, objectOf, predicateOf, shown } from './audit-words.js';
import { Badge } from './badge.js';

/** What an audit event says, in words. */
export interface AuditSentenceProps {
  readonly event: EventFacts;
  readonly nameOf: NameOf;
  /** Shows the log's own names beneath. */
  readonly raw?: boolean;
}

/** An audit event as a sentence: who did what to what. */
export function AuditSentence({ event, nameOf, raw = false }: AuditSentenceProps): JSX.Element {
  const { actor, action, resource } = event;
  return (
    <span className={styles.sentence}>
      <span>
        <strong>{shown(actor, nameOf)}</strong> <Predicate event={event} nameOf={nameOf} />
      </span>{' '}
      {CRITICAL.includes(action) && (
        <Badge tone="bad" icon="warning">
          Critical
        </Badge>
      )}
      {raw && (
        <code className={styles.raw}>
          {actor} {action} {resource}
        </code>
      )}
    </span>
  );
}

function Predicate({ event, nameOf }: Pick<AuditSentenceProps, 'event' | 'nameOf'>): JSX.Element {
  const predicate = predicateOf(event, nameOf);
  if (predicate !== null) return <>{predicate}</>;
  return (
    <>
      <code>{event.action}</code>
      {objectOf(event, nameOf)}
    </>
  );
}
