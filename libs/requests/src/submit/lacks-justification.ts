import type { WorkflowSnapshot } from '#libs/policies';

/** Returns whether the workflow requires a justification and this is blank. */
export function lacksJustification(workflow: WorkflowSnapshot, justification: string | null): boolean {
  return workflow.requireJustification && (justification ?? '').trim() === '';
}
