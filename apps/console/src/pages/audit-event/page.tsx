import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { type EventProofs, verifyEvents } from '../../api/queries/audit.js';
import { useNames } from '../../api/queries/names.js';
import { pollInterval } from '../../api/poll-interval.js';
import { sealOf } from '../../api/queries/seal-of.js';
import { messageOf } from '../../api/error-messages.js';
import type { CheckedEvent, LeafEvent } from '../../proof/check-events.js';
import { toHex } from '../../proof/bytes.js';
import { AuditSentence } from '../../ui/audit-sentence.js';
import { CopyId } from '../../ui/copy-id.js';
import { Facts } from '../../ui/facts.js';
import { LogBanner } from '../../ui/log-banner.js';
import { Page, Section } from '../../ui/page.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { SaveEvidence } from '../../ui/save-evidence.js';
import { SealBadge } from '../../ui/seal-badge.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import styles from './page.module.css';
import { ProofPath } from './proof-path.js';
import { numberText } from '../../ui/number-text.js';

export const route = createLazyRoute('/shell/audit/$id')({ component: AuditEventPage });

function AuditEventPage(): JSX.Element {
  return (
    <RequirePermission title="Audit event" anyOf={['audit.read']}>
      <Found />
    </RequirePermission>
  );
}

function Found(): JSX.Element {
  const { id } = route.useParams();
  const checked = useQuery({
    queryKey: ['audit', 'proof', id],
    queryFn: async () => verifyEvents([id]),
    // What is sealed stays sealed; the worker signs about once a second.
    staleTime: 60_000,
    refetchInterval: (query) =>
      pollInterval(query, query.state.data?.notSealed.includes(id) ? 'sealing' : null),
  });
  const event = checked.data?.events.get(id);
  if (checked.data && event?.leaf)
    return <Shown {...{ id, event, leaf: event.leaf, checked: checked.data }} />;
  return (
    <Page title="Audit event">
      {checked.error ? (
        <Problem error={checked.error} again={() => void checked.refetch()} />
      ) : checked.data === undefined ? (
        <Skeleton />
      ) : (
        <Without id={id} checked={checked.data} />
      )}
    </Page>
  );
}

/** There is no leaf to show. */
function Without({ id, checked }: { id: string; checked: EventProofs }): JSX.Element {
  const words = checked.notFound.includes(id)
    ? messageOf('audit_event_not_found')
    : checked.notSealed.includes(id)
      ? 'Not sealed yet: the worker signs about once a second, if the service has a signing key.'
      : 'The service returned no valid proof.';
  return <Empty action={<Link to="/audit">All events</Link>}>{words}</Empty>;
}

interface ShownProps {
  readonly id: string;
  readonly event: CheckedEvent;
  readonly leaf: LeafEvent;
  readonly checked: EventProofs;
}

function Shown({ id, event, leaf, checked }: ShownProps): JSX.Element {
  const nameOf = useNames([leaf.actor, leaf.resource]);
  const { head } = checked;
  const metadata = JSON.stringify(leaf.metadata, null, 2);
  return (
    <Page title={<AuditSentence event={leaf} nameOf={nameOf} />} name={leaf.action}>
      <LogBanner />
      <div className={styles.badges}>
        <SealBadge seal={sealOf(checked, { id })} />
        <Ago at={leaf.occurred_at} />
      </div>
      <div className={styles.columns}>
        <Section title="As the log has it">
          <Facts
            facts={[
              ['Action', <code key="">{leaf.action}</code>],
              ['Actor', <Ref key="" to={leaf.actor} by="actor" />],
              ['Resource', leaf.resource === null ? 'none' : <Ref key="" to={leaf.resource} by="resource" />],
              ['Outcome', leaf.status],
              ['When', <code key="">{leaf.occurred_at}</code>],
              ['Event', <CopyId key="" id={id} />],
              [
                'Chain',
                leaf.correlation_id === null ? (
                  'none'
                ) : (
                  <Link key="" to="/audit" search={{ correlation_id: leaf.correlation_id, since: 'all' }}>
                    all events of it
                  </Link>
                ),
              ],
            ]}
          />
          {metadata !== '{}' && (
            <pre className={styles.metadata} tabIndex={0} aria-label="Metadata">
              {metadata}
            </pre>
          )}
        </Section>
        <Section title="Proof">
          {head === null ? (
            <p>
              The checkpoint is not signed by{' '}
              {checked.pinned ? 'the key that you pinned' : 'the key that the service names'}.
            </p>
          ) : (
            <>
              <p>
                Leaf {numberText(event.leafIndex)} of {numberText(head.treeSize)} in{' '}
                <code>{head.origin}</code>, {event.path.length} hashes up to the root that{' '}
                {checked.pinned ? 'your pinned key' : 'the service’s own key'} has signed.{' '}
                {event.proved ? 'Computed in this browser: it holds.' : 'It does not hold.'}
              </p>
              <ProofPath path={event.path} root={toHex(head.rootHash)} proved={event.proved} />
            </>
          )}
          <div className={styles.evidence}>
            <SaveEvidence ids={[id]} name={`audit-event-${id}`} />
          </div>
        </Section>
      </div>
    </Page>
  );
}

function Ref({ to, by }: { to: string; by: 'actor' | 'resource' }): JSX.Element {
  return (
    <Link to="/audit" search={{ [by]: to, since: 'all' }}>
      <code>{to}</code>
    </Link>
  );
}
