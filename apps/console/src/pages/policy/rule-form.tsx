import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useNames } from '../../api/queries/names.js';
import { environmentsOfQuery } from '../../api/queries/environments.js';
import { settingsQuery } from '../../api/queries/settings.js';
import { workflowsQuery } from '../../api/queries/workflows.js';
import { ActionButton } from '../../ui/button.js';
import { EditConflicts } from '../../ui/edit-conflicts.js';
import { CheckField } from '../../ui/check-field.js';
import { FormButtons, TextField } from '../../ui/form.js';
import { GuardedForm, type GuardedFormProps } from '../../ui/guarded-form.js';
import type { RuleFields } from '../../ui/rule-fields.js';
import { NameField, PriorityField, WorkflowField } from '../../ui/rule-form-fields.js';
import { ruleFieldLabel, ruleFieldText } from '../../ui/rule-labels.js';
import { SelectorFields } from '../../ui/selector-fields.js';
import { refsOf } from '../../ui/selector-labels.js';
import { type ChangedField, type Draft, textOf, tickOf } from '../../ui/use-draft.js';

export interface RuleFormProps {
  readonly draft: Draft<RuleFields>;
  readonly conflicts?: readonly ChangedField[];
  /** Why it can't be saved now. */
  readonly reason: string | null;
  readonly onSubmit: GuardedFormProps['onSubmit'];
}

/** Where a refusal belongs that names no field. */
const FIELD_OF_CODE = {
  workflow_not_found: 'workflow_id',
  project_not_found: 'selector.project_id',
  environment_not_found: 'selector.environment_id',
} as const;

/** The form of a platform's rule. */
export function RuleForm({ draft, conflicts = [], reason, onSubmit }: RuleFormProps): JSX.Element {
  const workflows = useQuery(workflowsQuery).data ?? [];
  const selectors = conflicts.map(({ name, to }) => ({ selector: { [name.slice(9)]: String(to) } }));
  const nameOf = useNames(refsOf(selectors));
  const workflow = (id: string): string | undefined => workflows.find((each) => each.id === id)?.name;
  return (
    <GuardedForm onSubmit={onSubmit} fieldOfCode={FIELD_OF_CODE}>
      {({ busy }) => (
        <>
          <EditConflicts
            changes={conflicts}
            word={ruleFieldLabel}
            words={(name, value) => ruleFieldText(name, value, nameOf, workflow)}
          />
          <NameField draft={draft} />
          <SelectorFields draft={draft} />
          <PriorityField draft={draft} hint={<PriorityHint priority={Number(draft.fields.priority)} />} />
          <WorkflowField draft={draft} workflows={workflows} />
          <Effects draft={draft} />
          <FormButtons>
            <ActionButton type="submit" look="main" busy={busy} reason={reason}>
              Save
            </ActionButton>
          </FormButtons>
        </>
      )}
    </GuardedForm>
  );
}

/** What else follows where the rule decides. */
function Effects({ draft }: { draft: Draft<RuleFields> }): JSX.Element {
  const prod = useIsProd(draft.fields);
  return (
    <>
      <CheckField
        {...tickOf(draft, 'requires_mfa')}
        label="Requires a second factor"
        hint="Of whoever requests; approvers show theirs in any case."
      />
      <CheckField
        {...tickOf(draft, 'direct_reveal_allowed')}
        label="Allows direct reveal"
        hint="Values are shown without a request, to those who hold secret.reveal.direct."
        reason={prod ? 'Prod is never revealed directly.' : null}
      />
      <TextField
        {...textOf(draft, 'reveal_ttl_seconds')}
        {...{
          label: 'Reveal session lifetime, in seconds',
          type: 'number',
          min: 10,
          max: 300,
          hint: '10 to 300.',
        }}
        required
      />
      <CheckField {...tickOf(draft, 'enabled')} label="Enabled" />
    </>
  );
}

function PriorityHint({ priority }: { priority: number }): JSX.Element {
  const cap = useQuery(settingsQuery).data?.row.policy_priority_cap;
  if (cap === undefined) return <>The higher comes first.</>;
  return priority >= cap ? (
    <>In the reserved band, from {cap} on: before every rule of projects and teams.</>
  ) : (
    <>The higher comes first. From {cap} on it is before every rule of projects and teams.</>
  );
}

function useIsProd(fields: RuleFields): boolean {
  const project = fields['selector.project_id'];
  const query = { ...environmentsOfQuery(project), enabled: project !== '' };
  const environment = useQuery(query).data?.find(({ id }) => id === fields['selector.environment_id']);
  return fields['selector.environment_kind'] === 'prod' || environment?.kind === 'prod';
}
