import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, linkOptions } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { missingPermission, useMe } from '../../api/queries/me.js';
import { permissionsQuery, type Role, rolesQuery } from '../../api/queries/roles.js';
import { Badge } from '../../ui/badge.js';
import { ActionButton } from '../../ui/button.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Page } from '../../ui/page.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { TwoLines } from '../../ui/two-lines.js';
import { onDemand } from '../../ui/on-demand.js';

export const route = createLazyRoute('/shell/roles')({ component: RolesPage });

const CreateRoleDialog = onDemand(() =>
  import('./create-role-dialog.js').then(({ CreateRoleDialog: it }) => it),
);

function RolesPage(): JSX.Element {
  const me = useMe();
  const roles = useQuery(rolesQuery);
  const { data: catalog = [] } = useQuery(permissionsQuery);
  const [creating, setCreating] = useState(false);
  return (
    <Page
      title="Roles"
      actions={
        <ActionButton
          look="main"
          reason={missingPermission(me, 'role.edit')}
          onClick={() => setCreating(true)}
        >
          New role
        </ActionButton>
      }
    >
      {roles.data === undefined &&
        (roles.error ? <Problem error={roles.error} again={() => void roles.refetch()} /> : <Skeleton />)}
      {roles.data?.length === 0 && <Empty>There is no role yet.</Empty>}
      {roles.data !== undefined && roles.data.length > 0 && (
        <DataTable
          caption="Roles, with how many permissions of each group they give"
          columns={columnsOf(catalog)}
          rows={roles.data}
          rowKey={({ id }) => id}
          rowLink={({ id }) => linkOptions({ to: '/roles/$id', params: { id } })}
        />
      )}
      {creating && <CreateRoleDialog roles={roles.data ?? []} onClose={() => setCreating(false)} />}
    </Page>
  );
}

/** A column for each group of the catalog: how many of its permissions a role gives. */
function columnsOf(catalog: readonly { group: string; permission: string }[]): readonly Column<Role>[] {
  const groups = [...new Set(catalog.map(({ group }) => group))];
  return [
    {
      head: 'Role',
      cell: ({ name, description }) => <TwoLines first={<bdi>{name}</bdi>} second={description} />,
    },
    ...groups.map((group) => ({
      head: group,
      end: true,
      cell: ({ permissions }: Role) => {
        const all = catalog.filter((each) => each.group === group);
        const given = all.filter(({ permission }) => permissions.includes(permission));
        const names = given.map(({ permission }) => permission).join(', ');
        return given.length === 0 ? (
          '–'
        ) : (
          <span title={names}>
            {given.length} of {all.length}
          </span>
        );
      },
    })),
    { head: '', cell: ({ is_system: system }) => system && <Badge>System</Badge>, end: true },
  ];
}
