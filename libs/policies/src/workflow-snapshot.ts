/** The workflow's values, frozen on a request at submission (D29). Lifetimes are seconds. */
export interface WorkflowSnapshot {
  readonly id: string;
  readonly name: string;
  readonly minApprovers: number;
  readonly allowSelfApproval: boolean;
  readonly wrapTtlCreatedSeconds: number;
  readonly wrapTtlApprovedSeconds: number;
  readonly wrapTtlClaimedSeconds: number;
  readonly requestTtlSeconds: number;
  readonly requireJustification: boolean;
  readonly fillTtlSeconds: number;
  readonly requiresSecurityApproval: boolean;
}
