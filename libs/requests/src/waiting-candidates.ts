import type { Conditions } from '#libs/database';
import { type Caller, holdsGlobally } from '#libs/permissions';
import { liveWrap } from '#libs/wraps';
import type { WaitingFor } from './domain/request-waiting.js';
import { coveredBy } from './visibility.js';

type Who = Pick<Caller, 'userId' | 'grants'>;
type Branch = (caller: Who, conditions: Conditions) => string | null;

const SOURCE = { project: 'r.project_id', team: 'p.team_id' };
const TARGET_TEAM = { project: null, team: 'r.target_team_id' };

const inStatus =
  (status: string, covered: (caller: Who, conditions: Conditions) => string | null): Branch =>
  (caller, conditions) => {
    const where = covered(caller, conditions);
    return where && `r.status = '${status}' AND ${where}`;
  };

/** For each action: a necessary condition for allowing it; null where it is never allowed. */
const BRANCHES: Readonly<Record<WaitingFor, Branch>> = {
  approve: inStatus('pending', ({ grants }, conditions) =>
    coveredBy(grants, 'secret.approve', SOURCE, conditions),
  ),
  verify_source: inStatus('pending_verification', ({ grants }, conditions) =>
    coveredBy(grants, 'secret.approve', SOURCE, conditions),
  ),
  verify_security: inStatus('pending_verification', ({ grants }) =>
    holdsGlobally(grants, 'secret.security.approve') ? 'true' : null,
  ),
  fill: inStatus('pending_values', ({ grants }, conditions) =>
    coveredBy(grants, 'secret.value.provide', TARGET_TEAM, conditions),
  ),
  reveal: ({ userId }, conditions) => `r.requester_id = ${conditions.bind(userId)}
    AND r.id IN (SELECT w.request_id FROM wraps w WHERE w.audience = 'requester' AND ${liveWrap('w')})`,
};

/**
 * Returns a statement that selects the ids of requests that may be waiting for the caller, so that the pure decisions are
 * evaluated for few; null when there can be none.
 */
export function waitingCandidates(
  caller: Who,
  waitingFor: readonly WaitingFor[],
  conditions: Conditions,
): string | null {
  const branches = waitingFor.flatMap((each) => BRANCHES[each](caller, conditions) ?? []);
  if (branches.length === 0) return null;
  return branches
    .map(
      (where) => `SELECT r.id FROM access_requests r JOIN projects p ON p.id = r.project_id WHERE ${where}`,
    )
    .join(' UNION ALL ');
}
