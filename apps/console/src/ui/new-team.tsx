import { useNavigate } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { createTeam } from '../api/queries/teams.js';
import { queryClient } from '../api/query-client.js';
import { Dialog } from './dialog.js';
import { DialogButtons } from './dialog-buttons.js';
import { Form, TextField, textIn } from './form.js';
import { TeamChoice } from './team-choice.js';

/** Makes a team. @param parent the team under which it lies, unless another is chosen */
export function NewTeam(props: { parent: string | null; onClose: () => void }): JSX.Element {
  const { onClose } = props;
  const navigate = useNavigate();
  const [parent, setParent] = useState(props.parent);
  const send = async (data: FormData, idempotencyKey: string): Promise<void> => {
    const name = textIn(data, 'name');
    const prompt = { verb: 'New team', about: name };
    const { id } = await createTeam({ name, parent_id: parent }, prompt, idempotencyKey);
    onClose();
    void queryClient.invalidateQueries({ queryKey: ['teams'] });
    await navigate({ to: '/teams/$id', params: { id } });
  };
  return (
    <Dialog onClose={onClose} title="New team">
      <Form onSubmit={send} fieldOfCode={{ team_not_found: 'parent_id', team_archived: 'parent_id' }}>
        {({ busy }) => (
          <>
            <TextField name="name" label="Name" maxLength={200} autoComplete="off" required />
            <TeamChoice
              name="parent_id"
              label="Under"
              hint="The grants and rules of the teams above hold here, too."
              none="No team: it stands at the top"
              value={parent}
              onChange={setParent}
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
