import { holds, type Me } from '../../api/queries/me.js';
import type { RequestDetail } from '../../api/queries/requests.js';

/** The two people who verify what was provided stand for the source, which gets the values, or for security. */
export type Lane = 'source' | 'security';
type Vote = RequestDetail['approvals'][number];

/** Returns the votes that a hand-over needs. */
export function lanesOf({ snap_min_approvers, snap_requires_security_approval }: RequestDetail): Lane[] {
  if (snap_min_approvers === 0) return [];
  return snap_requires_security_approval ? ['source', 'security'] : ['source'];
}

/** Returns who has voted in a lane. */
export function voteIn(lane: Lane, { approvals }: Pick<RequestDetail, 'approvals'>): Vote | undefined {
  return approvals.find(({ voted_as: as }) => as === lane);
}

/**
 * Returns the lane whose vote is there and counts, while the other one's is missing. Where both are there and the request
 * still waits, a voter has lost the permission since: then either can vote again.
 */
export function settledLane(request: RequestDetail): Lane | null {
  const lanes = lanesOf(request);
  const voted = lanes.filter((lane) => voteIn(lane, request) !== undefined);
  return voted.length === lanes.length ? null : (voted[0] ?? null);
}

/** Returns the lanes in which somebody may vote, by what they hold; the service looks at teams and decides. */
export function ownLanes(request: RequestDetail, me: Me): Lane[] {
  const may: Readonly<Record<Lane, boolean>> = {
    source: me.permissions.some(
      ({ permission, scope }) =>
        permission === 'secret.approve' &&
        (scope.project_id === undefined || scope.project_id === request.source_project_id),
    ),
    security: holds(me, 'secret.security.approve'),
  };
  return lanesOf(request).filter((lane) => may[lane]);
}
