import type { PolicyScope } from '#libs/policy-engine';

/**
 * Returns whether the strict profile refuses a request in prod, because its workflow requires no approval (D95 c). With
 * self-approval, the requester's own vote, which needs a step-up like any other, counts as one.
 */
export function lacksApproval(
  { minApprovers }: { readonly minApprovers: number },
  environmentKind: PolicyScope['environmentKind'],
): boolean {
  return environmentKind !== 'non_prod' && minApprovers === 0;
}
