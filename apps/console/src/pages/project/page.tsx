import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, linkOptions } from '@tanstack/react-router';
import { type JSX, type ReactNode, useState } from 'react';
import type { Versioned } from '../../api/client.js';
import { missingGlobalPermission } from '../../api/missing-permission.js';
import { hasPermission, useMe } from '../../api/queries/me.js';
import { teamsQuery } from '../../api/queries/places.js';
import { type Project, projectQuery } from '../../api/queries/projects.js';
import type { Team } from '../../api/queries/teams.js';
import type { ProjectPlace } from '../../places/project-place.js';
import { pathOf, teamIdsOf } from '../../places/team-tree.js';
import { Badge } from '../../ui/badge.js';
import { ActionButton } from '../../ui/button.js';
import { ButtonLink } from '../../ui/button-link.js';
import { EffectiveGrants } from '../../ui/effective-grants.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { Page } from '../../ui/page.js';
import { Tabs } from '../../ui/tabs.js';
import { Connections } from './connections.js';
import { Environments } from './environments.js';
import { Rules } from './rules.js';
import { Secrets } from './secrets.js';
import { onDemand } from '../../ui/on-demand.js';

export const route = createLazyRoute('/shell/projects/$id')({ component: ProjectPage });

const EditProject = onDemand(() => import('./edit-project.js').then(({ EditProject: it }) => it));
const SetStatus = onDemand(() => import('./set-status.js').then(({ SetStatus: it }) => it));
const TABS = [
  ['Environments', undefined],
  ['Secrets', 'secrets'],
  ['Connections', 'connections'],
  ['Rules', 'rules'],
  ['People', 'people'],
] as const;

function ProjectPage(): ReactNode {
  const { id } = route.useParams();
  return (
    <ResourcePage
      title="Project"
      query={useQuery(projectQuery(id))}
      gone={['project_not_found', <Link to="/projects">All projects</Link>]}
    >
      {(read) => <Shown key={id} read={read} />}
    </ResourcePage>
  );
}

function Shown({ read }: { read: Versioned<Project> }): JSX.Element {
  const project = read.row;
  const { id, name, team_id: team, status, created_by: creator } = project;
  const me = useMe();
  const teams = useQuery(teamsQuery).data ?? [];
  const { tab } = route.useSearch();
  const [asked, ask] = useState<'edit' | 'status' | null>(null);
  const archived = status === 'archived';
  const place = { projectId: id, teamIds: teamIdsOf(teams, team) };
  const notOwn = creator === me.id ? null : missingGlobalPermission(me, 'user_role.edit');
  return (
    <Page
      title={<bdi>{name}</bdi>}
      name={name}
      actions={
        <>
          {hasPermission(me, 'audit.read') && (
            <ButtonLink to="/audit" search={{ project_id: id, since: '7d' }}>
              Audit events
            </ButtonLink>
          )}
          <ActionButton reason={missingGlobalPermission(me, 'user_role.edit')} onClick={() => ask('edit')}>
            Edit
          </ActionButton>
          <ActionButton
            look={archived ? 'plain' : 'bad'}
            reason={notOwn && 'Only the person who made it and holders of user_role.edit may do this.'}
            onClick={() => ask('status')}
          >
            {archived ? 'Restore' : 'Archive'}
          </ActionButton>
        </>
      }
    >
      <Introduction project={project} teams={teams} />
      <Tabs
        label="Parts of the project"
        tabs={TABS.map(([label, each]) => ({
          label,
          link: linkOptions({ to: '/projects/$id', params: { id }, search: { tab: each } }),
        }))}
      />
      <Part tab={tab} project={project} place={place} />
      {asked === 'edit' && <EditProject read={read} onClose={() => ask(null)} />}
      {asked === 'status' && <SetStatus read={read} onClose={() => ask(null)} />}
    </Page>
  );
}

interface PartProps {
  readonly tab: ReturnType<typeof route.useSearch>['tab'];
  readonly project: Project;
  readonly place: ProjectPlace;
}

/** The part of the project that the address names. */
function Part({ tab, project, place }: PartProps): JSX.Element {
  if (tab === 'secrets') return <Secrets projectId={project.id} />;
  if (tab === 'connections') return <Connections place={place} />;
  if (tab === 'rules') return <Rules place={place} />;
  if (tab === 'people') return <EffectiveGrants place={place} here={project.name} />;
  return <Environments project={project} />;
}

/** Where the project belongs, and what is written about it. */
function Introduction({ project, teams }: { project: Project; teams: readonly Team[] }): JSX.Element {
  const { status, team_id: team, description } = project;
  return (
    <p>
      {status === 'archived' && (
        <>
          <Badge icon="withdrawn">Archived</Badge> It accepts nothing new.{' '}
        </>
      )}
      {team === null ? (
        'Of no team.'
      ) : (
        <>
          Of the team{' '}
          <Link to="/teams/$id" params={{ id: team }}>
            <bdi>{pathOf(teams, team)}</bdi>
          </Link>
          .
        </>
      )}{' '}
      <bdi>{description}</bdi>
    </p>
  );
}
