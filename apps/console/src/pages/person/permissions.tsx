import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX } from 'react';
import { type Grant, grantsOfQuery } from '../../api/queries/grants.js';
import type { User } from '../../api/queries/people.js';
import { permissionsQuery, rolesQuery } from '../../api/queries/roles.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { FailureNotice } from '../../ui/failure-notice.js';
import { GrantPlace } from '../../ui/grant-place.js';
import { Section } from '../../ui/page.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { TwoLines } from '../../ui/two-lines.js';
import { type EffectivePermission, effectivePermissions } from './effective-permissions.js';
import styles from './page.module.css';

const COLUMNS: readonly Column<EffectivePermission>[] = [
  {
    head: 'Permission',
    width: '40%',
    cell: ({ entry: { permission, description } }) => (
      <TwoLines first={<code>{permission}</code>} second={description} />
    ),
  },
  {
    head: 'From',
    cell: ({ from, without }) => (
      <ul className={styles.through}>
        {from.map((grant) => (
          <li key={grant.id}>
            <GrantLink grant={grant} />
          </li>
        ))}
        {without.map((grant) => (
          <li key={grant.id} className={styles.dim}>
            not from <GrantLink grant={grant} />: it counts everywhere or not at all
          </li>
        ))}
      </ul>
    ),
  },
];

/** What a person may do, group by group, and which grant each permission comes from. */
export function Permissions({ user }: { user: User }): JSX.Element {
  const [grants, roles, catalog] = [
    useQuery(grantsOfQuery(user.id)),
    useQuery(rolesQuery),
    useQuery(permissionsQuery),
  ];
  const failed = [grants, roles, catalog].find(({ error, data }) => error && data === undefined);
  if (failed?.error) return <Problem error={failed.error} again={() => void failed.refetch()} />;
  if (!grants.data || !roles.data || !catalog.data) return <Skeleton />;
  const held = effectivePermissions(grants.data, roles.data, catalog.data);
  const groups = [...new Set(held.map(({ entry: { group } }) => group))];
  if (held.length === 0) return <Empty>They may do nothing: no role that they hold permits anything.</Empty>;
  return (
    <>
      {user.disabled && (
        <FailureNotice>The account is disabled: none of this counts until it is enabled.</FailureNotice>
      )}
      {groups.map((group) => (
        <Section key={group} title={group}>
          <DataTable
            caption={`Permissions, ${group}`}
            columns={COLUMNS}
            rows={held.filter(({ entry }) => entry.group === group)}
            rowKey={({ entry: { permission } }) => permission}
          />
        </Section>
      ))}
    </>
  );
}

function GrantLink({ grant: { role_id: id, role_name: name, scope } }: { grant: Grant }): JSX.Element {
  return (
    <>
      <Link to="/roles/$id" params={{ id }}>
        {name}
      </Link>{' '}
      <GrantPlace scope={scope} />
    </>
  );
}
