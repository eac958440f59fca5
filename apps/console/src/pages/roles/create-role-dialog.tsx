import { useNavigate } from '@tanstack/react-router';
import type { JSX } from 'react';
import { createRole, type Role } from '../../api/queries/roles.js';
import { queryClient } from '../../api/query-client.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { Form, TextArea, TextField, textIn } from '../../ui/form.js';
import { NamedSelect } from '../../ui/named-select.js';
import { toast } from '../../ui/toasts.js';

/** Makes a role, as it stands empty or with what another one permits; its page then sets the rest. */
export function CreateRoleDialog({
  roles,
  onClose,
}: {
  roles: readonly Role[];
  onClose: () => void;
}): JSX.Element {
  const navigate = useNavigate();
  const send = async (data: FormData, idempotencyKey: string): Promise<void> => {
    const name = textIn(data, 'name');
    const like = roles.find(({ id }) => id === textIn(data, 'permissions'));
    const body = { name, description: textIn(data, 'description'), permissions: like?.permissions ?? [] };
    const { id } = await createRole(body, { verb: 'Create', about: `the role ${name}` }, idempotencyKey);
    toast('Created. Now choose what it permits.');
    void queryClient.invalidateQueries({ queryKey: ['roles'] });
    await navigate({ to: '/roles/$id', params: { id } });
  };
  return (
    <Dialog onClose={onClose} title="New role">
      <Form onSubmit={send} fieldOfCode={{ role_name_exists: 'name', grant_exceeds_own: 'permissions' }}>
        {({ busy }) => (
          <>
            <TextField
              name="name"
              label="Name"
              hint="It can’t be changed later."
              maxLength={200}
              autoComplete="off"
              required
            />
            <TextArea name="description" label="What it is for" maxLength={2000} />
            <NamedSelect
              name="permissions"
              label="Begins with"
              defaultValue=""
              rows={roles}
              labelOf={({ name }) => `what ${name} permits`}
              none="no permissions"
            />
            <DialogButtons onClose={onClose} busy={busy}>
              Create
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}
