/** The votes a request needs, as its workflow said at submit (D29). */
export interface QuorumRules {
  readonly minApprovers: number;
  readonly allowSelfApproval: boolean;
}

/** True when that many distinct approvals, of people whose votes count, are enough. Zero are enough at submit already. */
export function isQuorum(rules: QuorumRules, approvals: number): boolean {
  return approvals >= rules.minApprovers;
}

/** True when the workflow lets this person vote: the requester only where it allows self-approval. */
export function mayVote(rules: QuorumRules, requesterId: string, voterId: string): boolean {
  return rules.allowSelfApproval || voterId !== requesterId;
}
