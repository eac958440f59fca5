import type { JSX } from 'react';
import { ACTIONS, CRITICAL } from './audit-labels.js';
import styles from './audit-sentence.module.css';
import { Badge } from './badge.js';

/** What an audit event says, in words. */
export interface AuditSentenceProps {
  readonly event: {
    readonly actor: string;
    readonly action: string;
    readonly resource: string | null;
    readonly status: string;
  };
  readonly nameOf: (ref: string) => string | undefined;
  /** Shows the log's own names beneath. */
  readonly raw?: boolean;
}

/** An audit event as a sentence: who did what to what. */
export function AuditSentence({ event, nameOf, raw = false }: AuditSentenceProps): JSX.Element {
  const { actor, action, resource, status } = event;
  return (
    <span className={styles.sentence}>
      <span>
        <strong>{shown(actor, nameOf)}</strong>{' '}
        <Predicate action={action} status={status} object={objectOf(event, nameOf)} />
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

const OUTCOMES: Readonly<Record<string, string>> = { denied: 'was refused: ', failure: 'failed: ' };

function Predicate({ action, status, object }: Record<'action' | 'status' | 'object', string>): JSX.Element {
  const verb = ACTIONS[action];
  return (
    <>
      {verb === undefined ? <code>{action}</code> : OUTCOMES[status]}
      {object === '' ? verb?.replace(/ (of|for)$/, '') : verb}
      {verb === undefined ? object : withoutKindOf(verb, object)}
    </>
  );
}

/** A thing without a name has its kind before its id: "submitted the request request …" would repeat it. */
function withoutKindOf(verb: string, object: string): string {
  const kind = / (?:the|a) ([a-z ]+)$/.exec(verb)?.[1];
  return kind !== undefined && object.startsWith(` ${kind} …`) ? object.slice(kind.length + 1) : object;
}

/** What somebody does to themselves needs no object. */
function objectOf(
  { actor, resource }: AuditSentenceProps['event'],
  nameOf: AuditSentenceProps['nameOf'],
): string {
  return resource === null || resource === actor || isOwn(resource) ? '' : ` ${shown(resource, nameOf)}`;
}

function isOwn(resource: string): boolean {
  return resource.startsWith('session:') || resource.startsWith('mfa_factor:');
}

/** What the sentences call a kind of resource otherwise than the log does. */
const KINDS: Readonly<Record<string, string>> = { user_role: 'role', workload_identity: 'workload' };

/** Returns a name, else the kind and the end of the id. */
function shown(ref: string, nameOf: (ref: string) => string | undefined): string {
  const name = nameOf(ref);
  if (name !== undefined) return name;
  const [kind = ref, id] = ref.split(':');
  const words = KINDS[kind] ?? kind.replaceAll('_', ' ');
  if (id === undefined) return words;
  return kind === 'system' ? `the service (${id})` : `${words} …${id.slice(-6)}`;
}
