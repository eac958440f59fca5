import { type JSX, useState } from 'react';
import type { components } from '@countersign/client';
import { createEnvironment, type Environment, updateEnvironment } from '../../api/queries/environments.js';
import { queryClient } from '../../api/query-client.js';
import { ActionButton, Button } from '../../ui/button.js';
import { Dialog } from '../../ui/dialog.js';
import { Form, FormButtons, SelectField, TextArea, TextField, textIn } from '../../ui/form.js';
import { toast } from '../../ui/toasts.js';

type NewBody = components['schemas']['CreateEnvironmentBody'];
const TYPES = ['dev', 'staging', 'uat', 'prod', 'other'] as const satisfies readonly NewBody['type'][];
const RISKS = ['0 – none', '1 – low', '2', '3 – high', '4 – highest'];

/** Makes an environment in a project. */
export function NewEnvironment(props: { projectId: string; onClose: () => void }): JSX.Element {
  const { projectId, onClose } = props;
  const [type, setType] = useState<NewBody['type']>('dev');
  const send = async (data: FormData, idempotencyKey: string): Promise<void> => {
    const [name, description] = [textIn(data, 'name'), textIn(data, 'description')];
    const kind = textIn(data, 'kind') as NonNullable<NewBody['kind']>;
    const body = { project_id: projectId, name, type, kind, risk_level: riskIn(data), description };
    await createEnvironment(body, { verb: 'New environment', about: name }, idempotencyKey);
    onClose();
    await changed();
  };
  return (
    <Dialog onClose={onClose} title="New environment">
      <Form onSubmit={send} fieldOfCode={{ environment_name_exists: 'name' }}>
        {({ busy }) => (
          <>
            <TextField
              name="name"
              label="Name"
              hint="Name, type and kind stay: rules and bindings rely on them."
              maxLength={200}
              autoComplete="off"
              required
            />
            <SelectField
              name="type"
              label="Type"
              value={type}
              onChange={({ target: { value } }) => setType(value as NewBody['type'])}
            >
              {TYPES.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </SelectField>
            <SelectField
              key={type}
              name="kind"
              label="Kind"
              hint="In prod nothing is revealed without approval, and only the platform binds connections and writes rules."
              defaultValue={type === 'prod' ? 'prod' : 'non_prod'}
            >
              <option value="non_prod">not prod</option>
              <option value="prod">prod</option>
            </SelectField>
            <RiskAndDescription risk={1} description="" />
            <Buttons verb="Create" {...{ busy, onClose }} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** Changes what may change of an environment. */
export function EditEnvironment(props: { environment: Environment; onClose: () => void }): JSX.Element {
  const { environment, onClose } = props;
  const { id, name } = environment;
  const send = async (data: FormData): Promise<void> => {
    const body = { risk_level: riskIn(data), description: textIn(data, 'description') };
    await updateEnvironment(id, body, { verb: 'Edit', about: `the environment ${name}` });
    onClose();
    toast('Saved.');
    await changed();
  };
  return (
    <Dialog onClose={onClose} title={`Edit ${name}`}>
      <Form onSubmit={send}>
        {({ busy }) => (
          <>
            <RiskAndDescription risk={environment.risk_level} description={environment.description} />
            <Buttons verb="Save" {...{ busy, onClose }} />
          </>
        )}
      </Form>
    </Dialog>
  );
}

function RiskAndDescription({ risk, description }: { risk: number; description: string }): JSX.Element {
  return (
    <>
      <SelectField
        name="risk_level"
        label="Risk level"
        hint="Shown to approvers; it decides nothing."
        defaultValue={risk}
      >
        {RISKS.map((each, level) => (
          <option key={each} value={level}>
            {each}
          </option>
        ))}
      </SelectField>
      <TextArea name="description" label="Description" maxLength={2000} rows={2} defaultValue={description} />
    </>
  );
}

function Buttons(props: { verb: string; busy: boolean; onClose: () => void }): JSX.Element {
  return (
    <FormButtons>
      <Button onClick={props.onClose}>Back</Button>
      <ActionButton type="submit" look="main" busy={props.busy}>
        {props.verb}
      </ActionButton>
    </FormButtons>
  );
}

function riskIn(data: FormData): number {
  return Number(textIn(data, 'risk_level'));
}

async function changed(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['environments'] }),
    queryClient.invalidateQueries({ queryKey: ['projects', 'mine'] }),
  ]);
}
