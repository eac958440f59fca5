import { policyErrors } from '#libs/policies';

/** What keeps a rule of a project or team from being written, whichever of the two it is. */
export const AUTHORING_REFUSALS = [
  policyErrors.selectorMismatch,
  policyErrors.scopeTooBroad('selector_empty'),
  policyErrors.environmentNotInProject,
  policyErrors.prodNotAllowed,
  policyErrors.priorityReserved(1000),
  policyErrors.workflowNotAuthorable(''),
];
