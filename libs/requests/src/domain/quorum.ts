/** The votes a request needs, as its workflow said at submit (D29). */
export interface QuorumRules {
  readonly minApprovers: number;
  readonly allowSelfApproval: boolean;
}

/** True when that many distinct approvals, of people whose votes count, are enough. Zero are enough at submit already. */
export function isQuorum(rules: QuorumRules, approvals: number): boolean {
  return approvals >= rules.minApprovers;
}

/**
 * True for what the strict profile refuses: something in prod that nobody has to approve (D95 c). Where the workflow
 * allows self-approval the requester's own vote, which takes a step-up like any other, is an approval.
 */
export function lacksApproval(
  { minApprovers }: Pick<QuorumRules, 'minApprovers'>,
  environmentKind: 'prod' | 'non_prod' | null,
): boolean {
  return environmentKind !== 'non_prod' && minApprovers === 0;
}

/** True when the workflow lets this person vote: the requester only where it allows self-approval. */
export function mayVote(rules: QuorumRules, requesterId: string, voterId: string): boolean {
  return rules.allowSelfApproval || voterId !== requesterId;
}
