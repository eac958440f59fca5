import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { type Place, scopeCovers } from '#libs/permissions';
import { allGrantsQuery, type Grant } from '../api/queries/grants.js';
import { useNames } from '../api/queries/names.js';
import { rolesQuery } from '../api/queries/roles.js';
import { MAX_ROWS } from '../api/queries/all-pages.js';
import { type Column, DataTable } from './data-table.js';
import { PersonName } from './person-name.js';
import { Empty, Problem, Skeleton } from './states.js';
import { numberText } from './number-text.js';

/** Rows that are shown at first, and more of them each time. */
const AT_ONCE = 50;

/** Who holds which role in a place, and by which grant: here, above it, or everywhere. */
export function EffectiveGrants({ place, here }: { place: Place; here: string }): JSX.Element {
  const { data, error, refetch } = useQuery(allGrantsQuery);
  const roles = useQuery(rolesQuery).data ?? [];
  const [most, setMost] = useState(AT_ONCE);
  const held = (data ?? []).filter(({ scope }) => scopeCovers(scope, place)).sort(byNearness);
  const shown = held.slice(0, most);
  const nameOf = useNames(
    shown.flatMap(({ user_id, scope: { team_id: team } }) => [
      `user:${user_id}`,
      team === undefined ? null : `team:${team}`,
    ]),
  );
  if (data === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton />;
  if (held.length === 0) return <Empty>Nobody holds a role here.</Empty>;
  const columns: readonly Column<Grant>[] = [
    { head: 'Person', width: '22%', cell: ({ user_id }) => <PersonName id={user_id} nameOf={nameOf} /> },
    { head: 'Role', cell: ({ role_name }) => role_name },
    {
      head: 'Granted',
      width: '20%',
      cell: ({ scope }) => {
        if (scope.team_id === undefined) return scope.project_id === undefined ? 'everywhere' : `at ${here}`;
        if (place.projectId === null && scope.team_id === place.teamIds[0]) return `at ${here}`;
        return (
          <>
            at the team{' '}
            <Link to="/teams/$id" params={{ id: scope.team_id }} search={{ tab: 'grants' }}>
              {nameOf(`team:${scope.team_id}`) ?? '…'}
            </Link>
          </>
        );
      },
    },
    {
      head: 'Allows',
      cell: ({ role_id }) => {
        const allowed = roles.find(({ id }) => id === role_id)?.permissions ?? [];
        return <code>{allowed.length === 0 ? '–' : allowed.join(', ')}</code>;
      },
    },
  ];
  return (
    <>
      {data.length >= MAX_ROWS && <p>Only the first {numberText(MAX_ROWS)} grants were looked at.</p>}
      <DataTable
        caption="Roles that are held here"
        columns={columns}
        rows={shown}
        rowKey={({ id }) => id}
        loadMore={held.length > most ? () => setMost(most + AT_ONCE) : undefined}
      />
    </>
  );
}

/** Grants of the place itself first, those that hold everywhere last. */
function byNearness({ scope: one }: Grant, { scope: other }: Grant): number {
  return rank(one) - rank(other);
}

function rank({ project_id: project, team_id: team }: Grant['scope']): number {
  if (project !== undefined) return 0;
  return team !== undefined ? 1 : 2;
}
