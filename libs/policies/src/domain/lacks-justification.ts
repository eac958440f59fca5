import type { WorkflowSnapshot } from '../workflow-snapshot.js';

/** Returns whether the workflow requires a justification, and this one is blank or absent. */
export function lacksJustification(workflow: WorkflowSnapshot, justification: string | null): boolean {
  return workflow.requireJustification && (justification ?? '').trim() === '';
}
