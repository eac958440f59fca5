import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { missingGlobalPermission } from '../../api/missing-permission.js';
import { allGrantsQuery } from '../../api/queries/grants.js';
import { useMe } from '../../api/queries/me.js';
import { useNames } from '../../api/queries/names.js';
import { projectsQuery, teamsQuery } from '../../api/queries/places.js';
import { MAX_ROWS } from '../../api/queries/all-pages.js';
import { TeamTable } from '../../pictures/team-table.js';
import { TeamTree } from '../../pictures/team-tree.js';
import { pathOf } from '../../places/team-tree.js';
import { ActionButton, Button } from '../../ui/button.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { Page } from '../../ui/page.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import type { TeamsSearch } from './search.js';
import { teamRows } from './team-rows.js';
import { numberText } from '../../ui/number-text.js';
import { onDemand } from '../../ui/on-demand.js';

export const route = createLazyRoute('/shell/teams')({ component: TeamsPage });

const NewTeam = onDemand(() => import('../../ui/new-team.js').then(({ NewTeam: it }) => it));

function TeamsPage(): JSX.Element {
  const [adding, setAdding] = useState(false);
  return (
    <Page
      title="Teams"
      actions={
        <ActionButton
          look="main"
          reason={missingGlobalPermission(useMe(), 'user_role.edit')}
          onClick={() => setAdding(true)}
        >
          New team
        </ActionButton>
      }
    >
      <Tree />
      {adding && <NewTeam parent={null} onClose={() => setAdding(false)} />}
    </Page>
  );
}

function Tree(): JSX.Element {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: teams, error, refetch } = useQuery(teamsQuery);
  const projects = useQuery(projectsQuery).data ?? [];
  const held = useQuery(allGrantsQuery).data ?? [];
  const atTeams = held.filter(({ scope }) => scope.team_id !== undefined);
  const nameOf = useNames(atTeams.map(({ user_id }) => `user:${user_id}`));
  if (teams === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton />;
  if (teams.length === 0) return <Empty>There is no team yet. Projects can do without.</Empty>;
  const grant = atTeams.find(({ id }) => id === search.grant);
  const rows = teamRows({ teams, projects, held, grant, archived: search.status !== undefined });
  const choose = (changed: TeamsSearch): void =>
    void navigate({ to: '/teams', search: { ...search, ...changed }, replace: true });
  const everywhere = held.filter(
    ({ scope }) => scope.team_id === undefined && scope.project_id === undefined,
  );
  return (
    <>
      <FilterChips
        chips={[
          {
            name: 'grant',
            label: 'Highlight what a grant covers',
            empty: 'none',
            choices: atTeams.map(({ id, user_id, role_name, scope }) => ({
              value: id,
              label: `${nameOf(`user:${user_id}`) ?? `…${user_id.slice(-6)}`}: ${role_name} at ${pathOf(teams, scope.team_id!)}`,
            })),
          },
          {
            name: 'status',
            label: 'Status',
            empty: 'active',
            choices: [{ value: 'archived', label: 'archived, too' }],
          },
        ]}
        chosen={{ grant: grant?.id, status: search.status }}
        onChange={(changed) => choose(changed as TeamsSearch)}
      />
      {search.as === 'table' ? <TeamTable rows={rows} /> : <TeamTree rows={rows} />}
      <p>
        {everywhere.length === 1 ? '1 grant holds' : `${numberText(everywhere.length)} grants hold`}{' '}
        everywhere and {everywhere.length === 1 ? 'is' : 'are'} not counted here.
        {held.length >= MAX_ROWS && ` Only the first ${numberText(MAX_ROWS)} grants were looked at.`}{' '}
        <Button look="quiet" onClick={() => choose({ as: search.as === 'table' ? undefined : 'table' })}>
          {search.as === 'table' ? 'Show as tree' : 'Show as table'}
        </Button>
      </p>
    </>
  );
}
