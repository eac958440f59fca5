import { counted } from '../../ui/counted.js';
import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import type { Scope } from '#libs/permissions';
import { projectsQuery, teamsQuery } from '../../api/queries/places.js';
import type { Role } from '../../api/queries/roles.js';
import { MAX_ROWS } from '../../api/queries/all-pages.js';
import { countsIn, coveredBy } from '../../places/grant-scope.js';
import styles from './page.module.css';

/** What a grant would cover, and which permissions of its role would count there. */
export function GrantCoverage({ role, scope }: { role: Role; scope: Scope }): JSX.Element | null {
  const teams = useQuery(teamsQuery).data;
  const projects = useQuery(projectsQuery).data;
  if (teams === undefined || projects === undefined) return null;
  const covered = coveredBy(scope, teams, projects);
  const cut = scope.project_id === undefined && Math.max(teams.length, projects.length) >= MAX_ROWS;
  const parts = [
    ...(scope.project_id === undefined ? [counted(covered.teams.length, 'team')] : []),
    counted(covered.projects.length, 'project'),
  ];
  const idle = role.permissions.filter((permission) => !countsIn(scope, permission));
  const active = role.permissions.filter((permission) => countsIn(scope, permission));
  return (
    <div role="status" className={styles.covers}>
      <p>
        This covers {cut && 'at least '}
        {parts.join(' and ')}
        {scope.project_id === undefined && ', and what is added there later'}.
      </p>
      <p className={styles.hint}>
        {active.length === 0 ? 'It permits nothing there.' : `It permits ${active.join(', ')}.`}
        {idle.length > 0 && ` Without effect, as these count everywhere or not at all: ${idle.join(', ')}.`}
      </p>
    </div>
  );
}
