import type { JSX } from 'react';
import { messageOf } from '../../api/error-messages.js';
import { LIFETIMES, type Lifetime } from '../../pictures/lifetimes.js';
import { ActionButton } from '../../ui/button.js';
import { EditConflicts } from '../../ui/edit-conflicts.js';
import { CheckField } from '../../ui/check-field.js';
import { lengthText } from '../../ui/duration.js';
import { FormButtons, TextField } from '../../ui/form.js';
import { GuardedForm, type GuardedFormProps } from '../../ui/guarded-form.js';
import { keysOf } from '../../ui/keys-of.js';
import { type ChangedField, type Draft, textOf, tickOf } from '../../ui/use-draft.js';
import { WORKFLOW_LABELS, type WorkflowFields } from './workflow-fields.js';

export interface WorkflowFormProps {
  readonly draft: Draft<WorkflowFields>;
  readonly conflicts?: readonly ChangedField[];
  /** Why it can't be saved now. */
  readonly reason: string | null;
  readonly onSubmit: GuardedFormProps['onSubmit'];
}

const FIELD_OF_CODE = { workflow_name_exists: 'name', workflow_contradictory: 'min_approvers' } as const;

/** The form of a workflow. */
export function WorkflowForm({ draft, conflicts = [], reason, onSubmit }: WorkflowFormProps): JSX.Element {
  const { fields } = draft;
  const people = Number(fields.min_approvers);
  const contradiction =
    people === 0 && fields.requires_security_approval ? messageOf('workflow_contradictory') : null;
  const flag = (name: keyof WorkflowFields) => ({ ...tickOf(draft, name), label: WORKFLOW_LABELS[name] });
  return (
    <GuardedForm onSubmit={onSubmit} fieldOfCode={FIELD_OF_CODE}>
      {({ busy }) => (
        <>
          <EditConflicts
            changes={conflicts}
            word={(name) => WORKFLOW_LABELS[name as keyof WorkflowFields]}
            words={(_, value) => (typeof value === 'boolean' ? (value ? 'yes' : 'no') : value)}
          />
          <TextField
            {...textOf(draft, 'name')}
            label={WORKFLOW_LABELS.name}
            maxLength={200}
            autoComplete="off"
            required
          />
          <TextField
            {...textOf(draft, 'min_approvers')}
            label={WORKFLOW_LABELS.min_approvers}
            type="number"
            min={0}
            max={10}
            hint={approversHint(people)}
            required
          />
          <CheckField
            {...flag('requires_security_approval')}
            hint={contradiction ?? 'Of cross-team requests, by somebody who holds secret.security.approve.'}
            reason={
              people === 0 && !fields.requires_security_approval ? messageOf('workflow_contradictory') : null
            }
          />
          <CheckField {...flag('allow_self_approval')} />
          <CheckField {...flag('require_justification')} />
          <CheckField {...flag('scoped_policy_authorable')} hint="Their authors choose among these alone." />
          <CheckField
            {...flag('enabled')}
            hint="While it is disabled, requests that match its rules are refused; no other rule applies."
          />
          {keysOf(LIFETIMES).map((name) => (
            <LifetimeField key={name} {...{ name, draft }} />
          ))}
          <FormButtons>
            <ActionButton type="submit" look="main" busy={busy} reason={reason ?? contradiction}>
              Save
            </ActionButton>
          </FormButtons>
        </>
      )}
    </GuardedForm>
  );
}

function LifetimeField({ name, draft }: { name: Lifetime; draft: Draft<WorkflowFields> }): JSX.Element {
  const [what, since] = LIFETIMES[name];
  const seconds = Number(draft.fields[name]);
  return (
    <TextField
      {...textOf(draft, name)}
      {...{ label: `${what}, in seconds`, type: 'number', min: 1, max: 2_592_000 }}
      hint={`${seconds > 0 ? `${lengthText(seconds)}, ` : ''}${since}.`}
      required
    />
  );
}

function approversHint(people: number): string {
  if (people === 0) return 'Nobody is asked: a request is approved as it is made.';
  if (people === 1) return 'A cross-team request takes no more than one.';
  return 'Cross-team requests can’t follow it: they take at most one.';
}
