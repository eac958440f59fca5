import { type JSX, useState } from 'react';
import type { components } from '@countersign/client';
import { useQuery } from '@tanstack/react-query';
import type { Versioned } from '../../api/client.js';
import {
  createEnvironment,
  type Environment,
  environmentQuery,
  updateEnvironment,
} from '../../api/queries/environments.js';
import { queryClient } from '../../api/query-client.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { Form, SelectField, TextArea, TextField, textIn } from '../../ui/form.js';
import { Problem, Skeleton } from '../../ui/states.js';
import { toast } from '../../ui/toasts.js';
import { useVersionedEdit } from '../../ui/use-versioned-edit.js';

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
            <DialogButtons {...{ busy, onClose }}>Create</DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}

/** Changes what may change of an environment, of which a list has shown no version. */
export function EditEnvironment(props: { environment: Environment; onClose: () => void }): JSX.Element {
  const { environment, onClose } = props;
  const read = useQuery({ ...environmentQuery(environment.id), staleTime: 0 });
  return (
    <Dialog onClose={onClose} title={`Edit ${environment.name}`}>
      {read.error && <Problem error={read.error} />}
      {read.data && read.isFetchedAfterMount ? (
        <EditForm read={read.data} onClose={onClose} />
      ) : (
        read.error === null && <Skeleton lines={3} />
      )}
    </Dialog>
  );
}

function EditForm(props: { read: Versioned<Environment>; onClose: () => void }): JSX.Element {
  const { onClose } = props;
  const { id, name } = props.read.row;
  const held = useVersionedEdit(props.read, () =>
    queryClient.fetchQuery({ ...environmentQuery(id), staleTime: 0 }),
  );
  const send = async (data: FormData): Promise<void> => {
    const body = { risk_level: riskIn(data), description: textIn(data, 'description') };
    const prompt = { verb: 'Edit', about: `the environment ${name}` };
    await held.send((read) => updateEnvironment(read, body, prompt));
    onClose();
    toast('Saved.');
    await changed();
  };
  return (
    <Form onSubmit={send}>
      {({ busy }) => (
        <>
          <RiskAndDescription risk={held.opened.risk_level} description={held.opened.description} />
          <DialogButtons {...{ busy, onClose }}>Save</DialogButtons>
        </>
      )}
    </Form>
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

function riskIn(data: FormData): number {
  return Number(textIn(data, 'risk_level'));
}

async function changed(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['environments'] }),
    queryClient.invalidateQueries({ queryKey: ['projects', 'mine'] }),
  ]);
}
