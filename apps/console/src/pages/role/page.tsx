import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import type { Versioned } from '../../api/client.js';
import { grantsQuery } from '../../api/queries/grants.js';
import { missingPermission, useMe } from '../../api/queries/me.js';
import { deleteRole, type Role, roleQuery } from '../../api/queries/roles.js';
import { queryClient } from '../../api/query-client.js';
import { messageOf } from '../../api/error-messages.js';
import { DeletablePage } from '../../ui/deletable-page.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { toast } from '../../ui/toasts.js';
import { Holders } from './holders.js';
import { Matrix } from './matrix.js';

export const route = createLazyRoute('/shell/roles/$id')({ component: RolePage });

function RolePage(): ReactNode {
  const { id } = route.useParams();
  return (
    <ResourcePage
      title="Role"
      query={useQuery(roleQuery(id))}
      gone={['role_not_found', <Link to="/roles">All roles</Link>]}
    >
      {(read) => <Shown key={id} read={read} />}
    </ResourcePage>
  );
}

function Shown({ read }: { read: Versioned<Role> }): JSX.Element {
  const me = useMe();
  const navigate = useNavigate();
  const { id, name, description, is_system: system } = read.row;
  const held = useInfiniteQuery(grantsQuery({ role_id: id })).data?.pages[0]?.rows.length !== 0;
  const reason =
    missingPermission(me, 'role.edit') ??
    (system ? messageOf('system_row') : held ? messageOf('role_in_use') : null);
  return (
    <DeletablePage
      name={name}
      width="narrow"
      reason={reason}
      consequence={
        <>
          Nobody holds it. What was allowed by it stays in the audit log.{' '}
          <Link to="/grants" search={{ role_id: id }}>
            Its grants
          </Link>
        </>
      }
      onDelete={async () => {
        await deleteRole(read, { verb: 'Delete', about: `the role ${name}` }).catch(async (error: Error) => {
          await queryClient.invalidateQueries({ queryKey: ['roles'] });
          await queryClient.invalidateQueries({ queryKey: ['grants'] });
          throw error;
        });
        toast('Deleted.');
        return async () => {
          await navigate({ to: '/roles' });
          await queryClient.invalidateQueries({ queryKey: ['roles'] });
        };
      }}
    >
      <p dir="auto">{description === '' ? 'No description.' : description}</p>
      {system && <p>This is a built-in role: it can be changed, but not deleted.</p>}
      <Matrix read={read} />
      <Holders roleId={id} />
    </DeletablePage>
  );
}
