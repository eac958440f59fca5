import { type JSX, useState } from 'react';
import type { Versioned } from '../../api/client.js';
import {
  changeConnection,
  type Connection,
  type ConnectionChange,
  readConnection,
} from '../../api/queries/connections.js';
import { queryClient } from '../../api/query-client.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { DiscoveryField, discoveryIn } from '../../ui/discovery-field.js';
import { Form, SelectField, TextField, textIn } from '../../ui/form.js';
import { refusedScopeErrors, scopeErrors, scopeIn, shownErrors } from '../../ui/scope-errors.js';
import { ScopeFields } from '../../ui/scope-fields.js';
import { toast } from '../../ui/toasts.js';
import { useVersionedEdit } from '../../ui/use-versioned-edit.js';
import { ConnectionConflicts } from './connection-conflicts.js';
import { changesIn } from './changes-in.js';

interface ChangeDialogProps {
  readonly read: Versioned<Connection>;
  readonly onClose: () => void;
}

const FIELD_OF_CODE = { connection_name_exists: 'name', discover_requires_cluster: 'cluster_name' };

/** Changes what a connection is; its type stays. */
export function ChangeDialog({ read, onClose }: ChangeDialogProps): JSX.Element {
  const held = useVersionedEdit(read, () => readConnection(read.row.id));
  // What was typed is compared with what the form began with, whatever the page reads meanwhile.
  const [row] = useState(read.row);
  const { type } = row;
  const send = async (data: FormData): Promise<void> => {
    const change = changesIn(typedIn(data, row), row);
    if (Object.keys(change).length === 0) return onClose();
    try {
      const prompt = { verb: 'Change', about: `the connection ${row.name}` };
      await held.send((version) => changeConnection(version, change, prompt));
      toast('Changed.');
      onClose();
    } finally {
      await queryClient.invalidateQueries({ queryKey: ['connections'] });
    }
  };
  return (
    <Dialog onClose={onClose} title={`Change ${row.name}`}>
      <Form
        onSubmit={send}
        check={(data) => shownErrors(scopeErrors(type, scopeIn(data, type)), false)}
        fieldOfCode={FIELD_OF_CODE}
        fieldsOf={(refusal) => shownErrors(refusedScopeErrors(type, refusal), false)}
      >
        {({ busy }) => (
          <>
            <ConnectionConflicts opened={row} now={held.row} />
            <TextField name="name" label="Name" defaultValue={row.name} required maxLength={200} />
            <ScopeFields type={type} scope={row.scope} />
            <TextField
              name="cluster_name"
              label="Cluster (optional)"
              defaultValue={row.cluster_name ?? ''}
              maxLength={200}
            />
            <DiscoveryField chosen={row.discover_enabled ? row.discover_interval_seconds : 0} />
            <SelectField
              name="self_service_bindable"
              label="Who binds it"
              hint="In non-prod environments; in prod administrators alone bind."
              defaultValue={row.self_service_bindable ? 'teams' : 'administrators'}
            >
              <option value="administrators">administrators of integrations</option>
              <option value="teams">whoever may bind in a team or project, too</option>
            </SelectField>
            <TextField
              name="description"
              label="Description (optional)"
              defaultValue={row.description ?? ''}
              maxLength={500}
            />
            <DialogButtons onClose={onClose} busy={busy}>
              Save
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}

function typedIn(data: FormData, { type }: Connection): ConnectionChange {
  return {
    name: textIn(data, 'name'),
    scope: scopeIn(data, type),
    cluster_name: textIn(data, 'cluster_name') || null,
    description: textIn(data, 'description') || null,
    self_service_bindable: textIn(data, 'self_service_bindable') === 'teams',
    ...discoveryIn(data),
  };
}
