import type { JSX } from 'react';
import { renamePerson, type User } from '../../api/queries/people.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { Form, TextField, textIn } from '../../ui/form.js';

export interface RenameDialogProps {
  readonly user: User;
  readonly onClose: () => void;
  readonly onRenamed: () => Promise<void>;
}

/** Gives a person another name. */
export function RenameDialog({ user, onClose, onRenamed }: RenameDialogProps): JSX.Element {
  const send = async (data: FormData): Promise<void> => {
    const name = textIn(data, 'display_name') || null;
    await renamePerson(user.id, name, { verb: 'Rename', about: `${user.email} to ${name ?? 'no name'}` });
    await onRenamed();
  };
  return (
    <Dialog onClose={onClose} title={`Rename ${user.email}`}>
      <Form onSubmit={send}>
        {({ busy }) => (
          <>
            <TextField
              name="display_name"
              label="Name"
              hint={
                user.kind === 'oidc'
                  ? 'The identity provider’s name replaces it at their next sign-in.'
                  : 'Empty for none: then their e-mail address is shown.'
              }
              defaultValue={user.display_name ?? ''}
              maxLength={200}
              autoComplete="off"
            />
            <DialogButtons onClose={onClose} busy={busy}>
              Rename
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}
