import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { Versioned } from '../../api/client.js';
import { projectsQuery, teamsQuery } from '../../api/queries/places.js';
import { setTeamStatus, type Team, teamQuery } from '../../api/queries/teams.js';
import { queryClient } from '../../api/query-client.js';
import { subtreeOf } from '../../places/team-tree.js';
import { StatusDialog } from '../../ui/status-dialog.js';
import { numberText } from '../../ui/number-text.js';

/** Maximum number of names listed; the others are counted. */
const NAMED = 10;

/** Asks before a team is archived, and says what hangs below it; or takes it back. */
export function SetStatus(props: { read: Versioned<Team>; onClose: () => void }): JSX.Element {
  const { id, status } = props.read.row;
  return (
    <StatusDialog
      {...props}
      kind="team"
      again={() => queryClient.fetchQuery({ ...teamQuery(id), staleTime: 0 })}
      setStatus={setTeamStatus}
    >
      {status === 'active' ? (
        <Consequences team={props.read.row} />
      ) : (
        <p>It takes projects, teams and rules again.</p>
      )}
    </StatusDialog>
  );
}

function Consequences({ team: { id } }: { team: Team }): JSX.Element {
  const teams = useQuery(teamsQuery).data ?? [];
  const within = subtreeOf(teams, id);
  const projects = (useQuery(projectsQuery).data ?? []).filter(
    ({ team_id: of, status }) => of !== null && within.has(of) && status === 'active',
  );
  const below = teams.filter((team) => team.id !== id && within.has(team.id));
  return (
    <>
      <p>What stops: no project and no team can be put under it, and its rules can’t be changed.</p>
      <p>What goes on: its grants and rules hold as before. Below it stay:</p>
      <ul>
        <li>{listText(below, 'team', 'teams')}</li>
        <li>{listText(projects, 'project', 'projects')}</li>
      </ul>
    </>
  );
}

function listText(rows: readonly { readonly name: string }[], one: string, several: string): string {
  if (rows.length === 0) return `no ${one}`;
  const names = rows.slice(0, NAMED).map(({ name }) => name);
  const more = rows.length > NAMED ? ` and ${numberText(rows.length - NAMED)} more` : '';
  return `${numberText(rows.length)} ${rows.length === 1 ? one : several}: ${names.join(', ')}${more}`;
}
