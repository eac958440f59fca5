import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, linkOptions } from '@tanstack/react-router';
import { Fragment, type JSX, type ReactNode, useState } from 'react';
import type { Place } from '#libs/permissions';
import type { Versioned } from '../../api/client.js';
import { missingPermissionAt, missingGlobalPermission } from '../../api/missing-permission.js';
import { useMe } from '../../api/queries/me.js';
import { teamsQuery } from '../../api/queries/places.js';
import { type Team, teamQuery } from '../../api/queries/teams.js';
import { messageOf } from '../../api/error-messages.js';
import { teamIdsOf } from '../../places/team-tree.js';
import { Badge } from '../../ui/badge.js';
import { ActionButton } from '../../ui/button.js';
import { EffectiveGrants } from '../../ui/effective-grants.js';
import { ActionLink } from '../../ui/action-link.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { Page } from '../../ui/page.js';
import { ApplicableRules } from '../../ui/applicable-rules.js';
import { Empty } from '../../ui/states.js';
import { Tabs } from '../../ui/tabs.js';
import { Below } from './below.js';
import { onDemand } from '../../ui/on-demand.js';

export const route = createLazyRoute('/shell/teams/$id')({ component: TeamPage });

const NewTeam = onDemand(() => import('../../ui/new-team.js').then(({ NewTeam: it }) => it));
const EditTeam = onDemand(() => import('./edit-team.js').then(({ EditTeam: it }) => it));
const SetStatus = onDemand(() => import('./set-status.js').then(({ SetStatus: it }) => it));
const TABS = [
  ['Projects', undefined],
  ['Rules', 'rules'],
  ['Grants', 'grants'],
] as const;

function TeamPage(): ReactNode {
  const { id } = route.useParams();
  return (
    <ResourcePage
      title="Team"
      query={useQuery(teamQuery(id))}
      gone={['team_not_found', <Link to="/teams">All teams</Link>]}
    >
      {(read) => <Shown key={id} read={read} />}
    </ResourcePage>
  );
}

function Shown({ read }: { read: Versioned<Team> }): JSX.Element {
  const { id, name, status } = read.row;
  const { tab } = route.useSearch();
  const me = useMe();
  const teams = useQuery(teamsQuery).data ?? [];
  const [asked, ask] = useState<'new' | 'edit' | 'status' | null>(null);
  const archived = status === 'archived';
  const reason = missingGlobalPermission(me, 'user_role.edit');
  const place = { projectId: null, teamIds: [id, ...teamIdsOf(teams, read.row.parent_id)] };
  return (
    <Page
      title={<bdi>{name}</bdi>}
      name={name}
      actions={
        <>
          <ActionButton reason={archived ? messageOf('team_archived') : reason} onClick={() => ask('new')}>
            New team below
          </ActionButton>
          <ActionButton reason={reason} onClick={() => ask('edit')}>
            Rename or move
          </ActionButton>
          <ActionButton look={archived ? 'plain' : 'bad'} reason={reason} onClick={() => ask('status')}>
            {archived ? 'Restore' : 'Archive'}
          </ActionButton>
        </>
      }
    >
      <Path team={read.row} above={place.teamIds.slice(1).reverse()} teams={teams} />
      <Tabs
        label="Parts of the team"
        tabs={TABS.map(([label, each]) => ({
          label,
          link: linkOptions({ to: '/teams/$id', params: { id }, search: { tab: each } }),
        }))}
      />
      <Part tab={tab} team={read.row} place={place} />
      {asked === 'new' && <NewTeam parent={id} onClose={() => ask(null)} />}
      {asked === 'edit' && <EditTeam read={read} onClose={() => ask(null)} />}
      {asked === 'status' && <SetStatus read={read} onClose={() => ask(null)} />}
    </Page>
  );
}

interface PartProps {
  readonly tab: ReturnType<typeof route.useSearch>['tab'];
  readonly team: Team;
  readonly place: Place;
}

/** The part of the team that the address names. */
function Part({ tab, team, place }: PartProps): JSX.Element {
  const author = missingPermissionAt(useMe(), 'policy.author', place);
  if (tab === undefined) return <Below team={team} />;
  if (tab === 'grants') return <EffectiveGrants place={place} here={team.name} />;
  // The service tells a team's rules to those who write them.
  if (author !== null) return <Empty>{author}</Empty>;
  const reason = team.status === 'archived' ? messageOf('team_archived') : null;
  const add = (
    <ActionLink reason={reason} to={`/teams/${team.id}/rules/new`}>
      New rule
    </ActionLink>
  );
  return <ApplicableRules of={{ kind: 'team', id: team.id }} action={add} />;
}

interface PathProps {
  readonly team: Team;
  readonly above: readonly string[];
  readonly teams: readonly Team[];
}

/** Where the team lies, from the top down. */
function Path({ team, above, teams }: PathProps): JSX.Element {
  return (
    <p>
      {team.status === 'archived' && (
        <>
          <Badge icon="withdrawn">Archived</Badge> It accepts nothing new.{' '}
        </>
      )}
      {above.length === 0 ? 'A top-level team.' : 'Under '}
      {above.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ' › '}
          <Link to="/teams/$id" params={{ id }}>
            <bdi>{teams.find((each) => each.id === id)?.name ?? '…'}</bdi>
          </Link>
        </Fragment>
      ))}
    </p>
  );
}
