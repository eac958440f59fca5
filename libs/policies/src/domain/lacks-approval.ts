import type { PolicyScope } from '#libs/policy-engine';

/**
 * True for what the strict profile refuses: a call in prod whose workflow asks for no approval (D95 c). Where the
 * workflow allows self-approval, the requester's own vote, which takes a step-up like any other, is an approval.
 */
export function lacksApproval(
  { minApprovers }: { readonly minApprovers: number },
  environmentKind: PolicyScope['environmentKind'],
): boolean {
  return environmentKind !== 'non_prod' && minApprovers === 0;
}
