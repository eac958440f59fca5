import { type JSX, type ReactNode } from 'react';
import { approvalsOf } from '../pictures/decision-text.js';
import type { Workflow } from '../api/queries/workflows.js';
import { TextField } from './form.js';
import { NamedSelect } from './named-select.js';
import type { RuleFields } from './rule-fields.js';
import { type Draft, textOf } from './use-draft.js';

/** The name of a rule. */
export function NameField({ draft }: { draft: Draft<RuleFields> }): JSX.Element {
  return <TextField {...textOf(draft, 'name')} label="Name" maxLength={200} autoComplete="off" required />;
}

/** The priority of a rule: always a number, shown as it is. */
export function PriorityField({ draft, hint }: { draft: Draft<RuleFields>; hint: ReactNode }): JSX.Element {
  return (
    <TextField
      {...textOf(draft, 'priority')}
      {...{ label: 'Priority', type: 'number', min: 0, max: 1_000_000, hint }}
      required
    />
  );
}

export interface WorkflowFieldProps {
  readonly draft: Draft<RuleFields>;
  readonly workflows: readonly (Pick<
    Workflow,
    'id' | 'name' | 'min_approvers' | 'requires_security_approval'
  > &
    Partial<Workflow>)[];
  /** What is said while none is chosen. */
  readonly hint?: string;
}

/** The workflow that a rule leads to, with what it asks. */
export function WorkflowField({ draft, workflows, hint }: WorkflowFieldProps): JSX.Element {
  const chosen = workflows.find(({ id }) => id === draft.fields.workflow_id);
  const asks = chosen && [
    ...approvalsOf(chosen),
    ...(chosen.require_justification ? ['a justification'] : []),
    ...(chosen.enabled === false ? ['disabled: requests that match this rule are refused'] : []),
  ];
  return (
    <NamedSelect
      {...textOf(draft, 'workflow_id')}
      label="Workflow"
      hint={asks?.join(', ') ?? hint}
      required
      rows={workflows}
      labelOf={({ name, enabled }) => (enabled === false ? `${name} (disabled)` : name)}
    />
  );
}
