import type { WorkflowSnapshot } from '#libs/policies';

/** Returns whether the workflow asks for a justification and this is none. */
export function lacksJustification(workflow: WorkflowSnapshot, justification: string | null): boolean {
  return workflow.requireJustification && (justification ?? '').trim() === '';
}
