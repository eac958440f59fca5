import type { RequestDetail } from '../../api/queries/requests.js';

/** For whom a verifier votes: the source project, which gets the values, or security. As `voted_as` of the API. */
export type VotedAs = 'source' | 'security';
type Vote = RequestDetail['approvals'][number];

/** Returns the votes that a cross-team request needs. */
export function requiredVotes({
  snap_min_approvers,
  snap_requires_security_approval,
}: RequestDetail): VotedAs[] {
  if (snap_min_approvers === 0) return [];
  return snap_requires_security_approval ? ['source', 'security'] : ['source'];
}

/** Returns the vote that was cast for the source or for security. */
export function voteAs(votedAs: VotedAs, { approvals }: Pick<RequestDetail, 'approvals'>): Vote | undefined {
  return approvals.find(({ voted_as: as }) => as === votedAs);
}

/**
 * Returns which of the two votes is cast and counts, while the other one is missing. If both are cast and the request is
 * still pending, a voter has lost the permission since, and either can be cast again.
 */
export function settledVote(request: RequestDetail): VotedAs | null {
  const votes = requiredVotes(request);
  const voted = votes.filter((votedAs) => voteAs(votedAs, request) !== undefined);
  return voted.length === votes.length ? null : (voted[0] ?? null);
}
