import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { RequestStatus } from '../../api/queries/request-filter.js';
import {
  type Approvers as Found,
  approversQuery,
  isTerminal,
  type RequestDetail,
} from '../../api/queries/requests.js';
import { messageOf } from '../../api/error-messages.js';
import { ApproverGroups } from '../../ui/approver-groups.js';
import { Section } from '../../ui/page.js';
import { Problem, Skeleton } from '../../ui/states.js';
import { ApproverRing, type RingApprover } from './approver-ring.js';
import styles from './approvers.module.css';

const MAX_NAMED = 8;
const TITLES: Partial<Record<RequestStatus, string>> = {
  pending_values: 'Who can provide the values',
  pending_verification: 'Who can verify',
};

/** Who can decide a request that waits for somebody: by role and place, and by name where the platform allows it. */
export function Approvers({ request }: { request: RequestDetail }): JSX.Element | null {
  const { status } = request;
  if (isTerminal(status) || status === 'approved') return null;
  return (
    <Section title={TITLES[status] ?? 'Who can approve'}>
      <AwaitedVotes request={request} />
    </Section>
  );
}

function AwaitedVotes({ request }: { request: RequestDetail }): JSX.Element {
  const { data, error, refetch } = useQuery(approversQuery(request));
  if (data === undefined)
    return error === null ? <Skeleton lines={3} /> : <Problem error={error} again={() => void refetch()} />;
  return (
    <div className={styles.approvers}>
      <ApproverRing needed={data.needed} given={data.given} approvers={ringApproversOf(data, request)} />
      <div className={styles.words}>
        <p>
          {data.given} of {data.needed} given.
        </p>
        <p className={styles.groups}>
          <ApproverGroups groups={data.groups} />
        </p>
      </div>
      {data.people.length > 0 && <People found={data} request={request} />}
    </div>
  );
}

function People({ found, request }: { found: Found; request: RequestDetail }): JSX.Element {
  const able = found.people.filter(({ can }) => can);
  const unable = found.people.filter(({ can }) => !can);
  const more = able.length - MAX_NAMED;
  return (
    <ul className={styles.people}>
      {able.slice(0, MAX_NAMED).map(({ user_id: id, email, display_name: name }) => (
        <li key={id} title={email}>
          {name ?? email}
        </li>
      ))}
      {(more > 0 || found.truncated) && <li>{more > 0 ? `and ${more} more` : 'and others'}</li>}
      {unable.slice(0, MAX_NAMED).map(({ user_id: id, email, display_name: name, reason }) => (
        <li key={id} title={email} className={styles.unable}>
          <s>{name ?? email}</s> {reason !== null && whyNot(request, id, reason)}
        </li>
      ))}
    </ul>
  );
}

function ringApproversOf({ people }: Found, { approvals }: RequestDetail): RingApprover[] {
  const approved = approvals.filter(({ decision }) => decision === 'approve');
  return people.slice(0, MAX_NAMED).map(({ user_id: id, display_name: name, email, can }) => ({
    key: id,
    initials: initialsOf(name ?? email),
    state: approved.some(({ approver_id }) => approver_id === id) ? 'given' : can ? 'can' : 'cannot',
  }));
}

function initialsOf(name: string): string {
  const words = name
    .replace(/@.*/, '')
    .split(/[\s._-]+/)
    .filter(Boolean);
  return words
    .slice(0, 2)
    .map((word) => [...word][0]!.toUpperCase())
    .join('');
}

function whyNot(
  { requester_id, filled_by_user_id, approvals }: RequestDetail,
  id: string,
  code: string,
): string {
  const vote = approvals.find(({ approver_id }) => approver_id === id);
  if (vote) return vote.decision === 'approve' ? 'has approved' : 'has rejected';
  if (id === requester_id) return 'made the request';
  if (id === filled_by_user_id) return 'provided the values';
  return messageOf(code);
}
