import { useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { bindConnection } from '../../api/queries/bindings.js';
import type { Connection } from '../../api/queries/connections.js';
import { environmentsOfQuery } from '../../api/queries/environments.js';
import { projectsQuery } from '../../api/queries/places.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { Form, textIn } from '../../ui/form.js';
import { environmentLabel } from '../../ui/environment-label.js';
import { NamedSelect } from '../../ui/named-select.js';
import { toast } from '../../ui/toasts.js';

/** The choice that stands for no one environment. */
const EVERY = 'every';
const FIELD_OF_CODE = {
  binding_exists: 'environment_id',
  environment_not_in_project: 'environment_id',
  project_not_found: 'project_id',
};

/** Binds a connection to an environment, or to all of a project. */
export function BindDialog(props: { connection: Connection; onClose: () => void }): JSX.Element {
  const { connection, onClose } = props;
  const [projectId, setProjectId] = useState('');
  const projects = (useQuery(projectsQuery).data ?? []).filter(({ status }) => status === 'active');
  const environments = useQuery(environmentsOfQuery(projectId)).data ?? [];
  const send = async (data: FormData, key: string): Promise<void> => {
    const chosen = textIn(data, 'environment_id');
    const environment = environments.find(({ id }) => id === chosen);
    const where = { projectId, environmentId: environment?.id ?? null, connectionId: connection.id };
    const project = projects.find(({ id }) => id === projectId)?.name ?? '';
    const about = `${connection.name} to ${project}, ${environment?.name ?? 'every environment'}`;
    await bindConnection(where, 'integration.edit', { verb: 'Bind', about }, key);
    toast('Bound.');
    onClose();
  };
  return (
    <Dialog
      onClose={onClose}
      title={`Bind ${connection.name}`}
      description="Whoever may request secrets there can then request them through this connection; rules decide."
    >
      <Form onSubmit={send} fieldOfCode={FIELD_OF_CODE}>
        {({ busy }) => (
          <>
            <NamedSelect
              name="project_id"
              label="Project"
              required
              value={projectId}
              onChange={({ target }) => setProjectId(target.value)}
              rows={projects}
              none="Choose a project"
            />
            <NamedSelect
              name="environment_id"
              label="Environment"
              required
              key={projectId}
              defaultValue=""
              rows={environments}
              labelOf={environmentLabel}
              none="Choose an environment"
            >
              {projectId !== '' && <option value={EVERY}>every environment, prod too</option>}
            </NamedSelect>
            <DialogButtons onClose={onClose} busy={busy}>
              Bind
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}
