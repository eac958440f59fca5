import { useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import type { Versioned } from '../../api/client.js';
import { teamsQuery } from '../../api/queries/places.js';
import { type Team, teamQuery, updateTeam } from '../../api/queries/teams.js';
import { queryClient } from '../../api/query-client.js';
import { pathOf, subtreeOf, teamIdsOf } from '../../places/team-tree.js';
import { CoverageNote } from '../../ui/coverage-note.js';
import { Dialog } from '../../ui/dialog.js';
import { DialogButtons } from '../../ui/dialog-buttons.js';
import { Form, TextField, textIn } from '../../ui/form.js';
import { TeamChoice } from '../../ui/team-choice.js';
import { toast } from '../../ui/toasts.js';
import { useVersionedEdit } from '../../ui/use-versioned-edit.js';

const FIELD_OF_CODE = { team_cycle: 'parent_id', team_not_found: 'parent_id', team_archived: 'parent_id' };

/** Renames a team, or moves it with all below it under another. */
export function EditTeam(props: { read: Versioned<Team>; onClose: () => void }): JSX.Element {
  const { onClose } = props;
  const { id } = props.read.row;
  const teams = useQuery(teamsQuery).data ?? [];
  const held = useVersionedEdit(props.read, () => queryClient.fetchQuery({ ...teamQuery(id), staleTime: 0 }));
  const { name, parent_id: from } = held.row;
  const [parent, setParent] = useState(props.read.row.parent_id);
  const moves = parent !== from;
  const place = (parentId: string | null) => ({
    projectId: null,
    teamIds: [id, ...teamIdsOf(teams, parentId)],
  });
  const send = async (data: FormData): Promise<void> => {
    const body = { name: textIn(data, 'name'), ...(moves && { parent_id: parent }) };
    const about = moves
      ? `the team ${name} goes ${parent === null ? 'to the top' : `under ${pathOf(teams, parent)}`}`
      : `the team ${name}`;
    await held.send((read) => updateTeam(read, body, { verb: moves ? 'Move' : 'Rename', about }));
    onClose();
    toast('Saved.');
    await queryClient.invalidateQueries({ queryKey: ['teams'] });
  };
  return (
    <Dialog onClose={onClose} title={`Rename or move ${held.opened.name}`}>
      <Form onSubmit={send} fieldOfCode={FIELD_OF_CODE}>
        {({ busy }) => (
          <>
            <TextField
              name="name"
              label="Name"
              hint={name === held.opened.name ? undefined : `Now: ${name}`}
              defaultValue={held.opened.name}
              maxLength={200}
              autoComplete="off"
              required
            />
            <TeamChoice
              name="parent_id"
              label="Under"
              hint={from === null ? 'Now: at the top.' : `Now: under ${pathOf(teams, from)}.`}
              none="No team: it stands at the top"
              value={parent}
              onChange={setParent}
              without={subtreeOf(teams, id)}
            />
            {moves && <CoverageNote before={place(from)} after={place(parent)} />}
            <DialogButtons onClose={onClose} busy={busy}>
              {moves ? 'Save and move' : 'Save'}
            </DialogButtons>
          </>
        )}
      </Form>
    </Dialog>
  );
}
