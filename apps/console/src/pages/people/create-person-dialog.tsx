import { useNavigate } from '@tanstack/react-router';
import type { JSX } from 'react';
import { createPerson } from '../../api/queries/people.js';
import { queryClient } from '../../api/query-client.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { fieldText } from '../../ui/field-text.js';
import { Form, TextField, textIn } from '../../ui/form.js';
import { toast } from '../../ui/toasts.js';

/** Makes an account that signs in with a password. */
export function CreatePersonDialog({ onClose }: { onClose: () => void }): JSX.Element {
  const navigate = useNavigate();
  const send = async (data: FormData, idempotencyKey: string): Promise<void> => {
    const email = textIn(data, 'email');
    const body = {
      email,
      display_name: textIn(data, 'display_name') || null,
      password: fieldText(data, 'password'),
    };
    const prompt = { verb: 'Create', about: <>the account of {email}</> };
    const { id } = await createPerson(body, prompt, idempotencyKey);
    toast(`${email} can sign in now.`);
    void queryClient.invalidateQueries({ queryKey: ['people'] });
    await navigate({ to: '/people/$id', params: { id } });
  };
  return (
    <Dialog
      onClose={onClose}
      title="New person"
      description="An account with a password. Whoever signs in at your identity provider needs none: theirs appears when they first come."
    >
      <Form onSubmit={send} fieldOfCode={{ email_exists: 'email' }}>
        {({ busy }) => (
          <>
            <TextField
              name="email"
              label="E-mail address"
              type="email"
              maxLength={320}
              autoComplete="off"
              required
            />
            <TextField
              name="display_name"
              label="Name"
              hint="May be left empty."
              maxLength={200}
              autoComplete="off"
            />
            <TextField
              name="password"
              label="First password"
              hint="At least 12 characters, at most 72 bytes. They can change it in their account."
              type="password"
              autoComplete="new-password"
              minLength={12}
              required
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
