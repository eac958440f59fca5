import type { Simulation } from '../api/queries/policies.js';
import type { Workflow } from '../api/queries/workflows.js';
import { lengthText } from '../ui/duration.js';

type Decided = Pick<Simulation, 'direct_reveal_allowed' | 'requires_mfa' | 'reveal_ttl_seconds'> & {
  readonly workflow: Simulation['workflow'];
};

/** Returns what follows from a decision, in words: "workflow two people: 2 approvals, second factor, values open 1 min". */
export function decisionText(decided: Decided, workflow: Workflow | undefined): string | undefined {
  if (decided.workflow === null) return undefined;
  const parts = [
    ...(workflow === undefined ? [] : approvalsOf(workflow)),
    ...(workflow?.require_justification ? ['a justification'] : []),
    ...(decided.requires_mfa ? ['second factor'] : []),
    ...(decided.direct_reveal_allowed ? ['direct reveal'] : []),
    `values open for ${lengthText(decided.reveal_ttl_seconds)}`,
    ...(workflow?.enabled === false ? ['but it is disabled: requests are refused'] : []),
  ];
  return `workflow ${decided.workflow.name}: ${parts.join(', ')}`;
}

/** Returns how many people a workflow asks, in words. */
export function approvalsOf({
  min_approvers: needed,
  requires_security_approval: security,
}: Pick<Workflow, 'min_approvers' | 'requires_security_approval'>): string[] {
  const people = needed === 0 ? 'no approval' : needed === 1 ? 'one approval' : `${needed} approvals`;
  return security ? [people, 'one more by security'] : [people];
}
