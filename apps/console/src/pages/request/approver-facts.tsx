import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { useNames } from '../../api/queries/names.js';
import { discoveredQuery, LOOKED_BACK_DAYS, priorRequestsQuery } from '../../api/queries/prior-requests.js';
import type { AccessRequest, RequestDetail } from '../../api/queries/requests.js';
import { Facts } from '../../ui/facts.js';
import { Section } from '../../ui/page.js';
import { Problem, Skeleton } from '../../ui/states.js';
import { Ago } from '../../ui/time.js';
import styles from './details.module.css';

/** What somebody who decides about a request should know of its secret: facts, no advice. */
export function ApproverFacts({ request }: { request: RequestDetail }): JSX.Element {
  return (
    <Section title="What an approver should know">
      <Prior request={request} />
      <Bound request={request} />
      <p className={styles.more}>Only requests that you may see are counted.</p>
    </Section>
  );
}

function Prior({ request }: { request: RequestDetail }): JSX.Element {
  const { data, error, refetch } = useQuery(priorRequestsQuery(request));
  if (data === undefined) return <NotThere error={error} again={() => void refetch()} />;
  const { first, last, open } = data;
  const lastWords =
    last === 'many' ? `often in the ${LOOKED_BACK_DAYS} days before` : last && <Asked request={last} />;
  return (
    <Facts
      facts={[
        ['This person', first ? 'requests it for the first time' : 'has requested it before'],
        ['Last requested', lastWords ?? `not in the ${LOOKED_BACK_DAYS} days before`],
        ['Other open requests', open.length === 0 ? 'none' : <Others key="" open={open} />],
      ]}
    />
  );
}

function Asked({ request: { id, requester_email, created_at } }: { request: AccessRequest }): JSX.Element {
  return (
    <>
      by{' '}
      <Link to="/requests/$id" params={{ id }}>
        {requester_email}
      </Link>{' '}
      <Ago at={created_at} />
    </>
  );
}

function Others({ open }: { open: readonly AccessRequest[] }): JSX.Element {
  return (
    <ul className={styles.others}>
      {open.map((each) => (
        <li key={each.id}>
          <Asked request={each} />
        </li>
      ))}
    </ul>
  );
}

/** The other environments to which the secret is bound. */
function Bound({ request }: { request: RequestDetail }): JSX.Element {
  const { data, error, refetch } = useQuery(discoveredQuery(request));
  const others = (data?.environment_ids ?? [])
    .filter((id) => id !== request.environment_id)
    .map((id) => `environment:${id}`);
  const nameOf = useNames(others);
  if (data === undefined) return <NotThere error={error} again={() => void refetch()} />;
  const words: ReactNode =
    data === null
      ? 'unknown: no discovery has found the secret'
      : others.map((each) => nameOf(each) ?? '…').join(', ') || 'no other environment';
  return <Facts facts={[['Also bound to', words]]} />;
}

/** Being read, or failed: the decision does not wait for it. */
function NotThere({ error, again }: { error: Error | null; again: () => void }): JSX.Element {
  return error === null ? <Skeleton lines={2} /> : <Problem error={error} again={again} />;
}
