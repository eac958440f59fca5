import { useNavigate } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { createProject } from '../../api/queries/projects.js';
import { queryClient } from '../../api/query-client.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { Form, TextArea, TextField, textIn } from '../../ui/form.js';
import { TeamChoice } from '../../ui/team-choice.js';

const FIELD_OF_CODE = {
  project_name_exists: 'name',
  team_not_found: 'team_id',
  team_archived: 'team_id',
  out_of_scope_team: 'team_id',
} as const;

/** Makes a project: anybody who is signed in may. */
export function NewProject({ onClose }: { onClose: () => void }): JSX.Element {
  const navigate = useNavigate();
  const [team, setTeam] = useState<string | null>(null);
  const send = async (data: FormData, idempotencyKey: string): Promise<void> => {
    const name = textIn(data, 'name');
    const body = { name, team_id: team, description: textIn(data, 'description') };
    const { id } = await createProject(body, { verb: 'New project', about: name }, idempotencyKey);
    onClose();
    void queryClient.invalidateQueries({ queryKey: ['projects'] });
    await navigate({ to: '/projects/$id', params: { id } });
  };
  return (
    <Dialog onClose={onClose} title="New project">
      <Form onSubmit={send} fieldOfCode={FIELD_OF_CODE}>
        {({ busy }) => (
          <>
            <TextField
              name="name"
              label="Name"
              hint="It stays: a project can’t be renamed."
              maxLength={200}
              autoComplete="off"
              required
            />
            <TeamChoice
              name="team_id"
              label="Team"
              hint="Its grants and rules, and those above it, hold in the project."
              none="No team"
              value={team}
              onChange={setTeam}
            />
            <TextArea name="description" label="Description" maxLength={2000} rows={2} />
            <DialogButtons onClose={onClose} busy={busy}>
              Create
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}
