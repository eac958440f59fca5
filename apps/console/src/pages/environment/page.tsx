import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { type Environment, environmentQuery } from '../../api/queries/environments.js';
import { hasPermission, useMe } from '../../api/queries/me.js';
import { teamsQuery } from '../../api/queries/places.js';
import { type Project, projectQuery } from '../../api/queries/projects.js';
import { messageOf } from '../../api/error-messages.js';
import { teamIdsOf } from '../../places/team-tree.js';
import { EnvironmentBadge } from '../../ui/badge.js';
import { ButtonLink } from '../../ui/button-link.js';
import { Empty } from '../../ui/states.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { Page } from '../../ui/page.js';
import { Connections } from './connections.js';
import { Secrets } from './secrets.js';
import { EffectiveRules } from './effective-rules.js';

export const route = createLazyRoute('/shell/projects/$id/environments/$env')({ component: EnvironmentPage });

function EnvironmentPage(): ReactNode {
  const { id, env } = route.useParams();
  const project = useQuery(projectQuery(id));
  const environment = useQuery(environmentQuery(env));
  const up = (
    <Link to="/projects/$id" params={{ id }}>
      The project
    </Link>
  );
  return (
    <ResourcePage
      title="Environment"
      query={project}
      gone={['project_not_found', <Link to="/projects">All projects</Link>]}
    >
      {({ row }) => (
        <ResourcePage title="Environment" query={environment} gone={['environment_not_found', up]}>
          {({ row: found }) =>
            found.project_id === row.id ? (
              <Shown key={env} project={row} environment={found} />
            ) : (
              <Page title="Environment">
                <Empty action={up}>{messageOf('environment_not_found')}</Empty>
              </Page>
            )
          }
        </ResourcePage>
      )}
    </ResourcePage>
  );
}

function Shown({ project, environment }: { project: Project; environment: Environment }): JSX.Element {
  const { id, name, kind, risk_level, description, type } = environment;
  const teams = useQuery(teamsQuery).data ?? [];
  const place = { projectId: project.id, teamIds: teamIdsOf(teams, project.team_id) };
  const search = { project: project.id, environment: id };
  return (
    <Page
      title={
        <>
          <EnvironmentBadge name={name} kind={kind} risk={risk_level} /> <bdi>{project.name}</bdi>
        </>
      }
      name={`${name} · ${project.name}`}
      actions={
        hasPermission(useMe(), 'secret.request') && (
          <ButtonLink look="main" to="/requests/new" search={search}>
            Request access
          </ButtonLink>
        )
      }
    >
      <p>
        An environment of{' '}
        <Link to="/projects/$id" params={{ id: project.id }}>
          <bdi>{project.name}</bdi>
        </Link>
        , of the type {type}. {description}
        {project.status === 'archived' && ` ${messageOf('project_archived')}`}
      </p>
      <EffectiveRules place={place} environment={environment} />
      <Secrets place={place} environment={environment} />
      <Connections place={place} environment={environment} />
    </Page>
  );
}
