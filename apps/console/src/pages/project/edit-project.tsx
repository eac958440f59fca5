import { useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import type { Versioned } from '../../api/client.js';
import { teamsQuery } from '../../api/queries/places.js';
import { type Project, projectQuery, updateProject } from '../../api/queries/projects.js';
import { queryClient } from '../../api/query-client.js';
import { pathOf, teamIdsOf } from '../../places/team-tree.js';
import { CoverageNote } from '../../ui/coverage-note.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { Form, TextArea, textIn } from '../../ui/form.js';
import { TeamChoice } from '../../ui/team-choice.js';
import { toast } from '../../ui/toasts.js';
import { useVersionedEdit } from '../../ui/use-versioned-edit.js';

/** Changes a project's description, or moves it to another team. */
export function EditProject(props: { read: Versioned<Project>; onClose: () => void }): JSX.Element {
  const { onClose } = props;
  const { id, name } = props.read.row;
  const teams = useQuery(teamsQuery).data ?? [];
  const held = useVersionedEdit(props.read, () =>
    queryClient.fetchQuery({ ...projectQuery(id), staleTime: 0 }),
  );
  const [team, setTeam] = useState(props.read.row.team_id);
  const { team_id: from, description } = held.row;
  const place = (teamId: string | null) => ({ projectId: id, teamIds: teamIdsOf(teams, teamId) });
  const send = async (data: FormData): Promise<void> => {
    const body = { description: textIn(data, 'description'), ...(team !== from && { team_id: team }) };
    const about = team === from ? `the project ${name}` : `the project ${name} goes to another team`;
    await held.send((read) => updateProject(read, body, { verb: 'Edit', about }));
    onClose();
    toast('Saved.');
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
  };
  return (
    <Dialog onClose={onClose} title={`Edit ${name}`}>
      <Form onSubmit={send} fieldOfCode={{ team_not_found: 'team_id', team_archived: 'team_id' }}>
        {({ busy }) => (
          <>
            <TextArea
              name="description"
              label="Description"
              hint={description === held.opened.description ? undefined : `Now: ${description || 'empty'}`}
              maxLength={2000}
              rows={2}
              defaultValue={held.opened.description}
            />
            <TeamChoice
              name="team_id"
              label="Team"
              hint={from === null ? 'Now: no team.' : `Now: ${pathOf(teams, from)}.`}
              none="No team"
              value={team}
              onChange={setTeam}
            />
            {team !== from && <CoverageNote before={place(from)} after={place(team)} />}
            <DialogButtons onClose={onClose} busy={busy}>
              {team === from ? 'Save' : 'Save and move'}
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}
