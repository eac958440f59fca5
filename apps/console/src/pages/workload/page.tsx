import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, useNavigate } from '@tanstack/react-router';
import { type JSX, type ReactNode, useState } from 'react';
import type { Versioned } from '../../api/client.js';
import { missingGlobalPermission } from '../../api/missing-permission.js';
import { useMe } from '../../api/queries/me.js';
import { useNames } from '../../api/queries/names.js';
import {
  deleteWorkload,
  replaceWorkload,
  type Workload,
  workloadQuery,
} from '../../api/queries/workloads.js';
import { queryClient } from '../../api/query-client.js';
import { ActionButton } from '../../ui/button.js';
import { Facts } from '../../ui/facts.js';
import { GrantPlace } from '../../ui/grant-place.js';
import { ConfirmDialog } from '../../ui/lazy-confirm-dialog.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { Page } from '../../ui/page.js';
import { PersonName } from '../../ui/person-name.js';
import { PersonState } from '../../ui/person-state.js';
import { Ago } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import { onDemand } from '../../ui/on-demand.js';

export const route = createLazyRoute('/shell/workloads/$id')({ component: WorkloadPage });

const EditWorkloadDialog = onDemand(() =>
  import('./edit-workload-dialog.js').then(({ EditWorkloadDialog: it }) => it),
);

function WorkloadPage(): ReactNode {
  return (
    <RequirePermission title="Workload" anyOf={['user_role.edit']}>
      <Found />
    </RequirePermission>
  );
}

function Found(): ReactNode {
  const { id } = route.useParams();
  return (
    <ResourcePage
      title="Workload"
      query={useQuery(workloadQuery(id))}
      gone={['workload_not_found', <Link to="/workloads">All workloads</Link>]}
    >
      {(read) => <Shown key={id} read={read} />}
    </ResourcePage>
  );
}

function Shown({ read }: { read: Versioned<Workload> }): JSX.Element {
  const [asking, ask] = useState<'edit' | 'switch' | 'delete' | null>(null);
  const reason = missingGlobalPermission(useMe(), 'user_role.edit');
  const { name, disabled, role_id: roleId } = read.row;
  const noRole = roleId === null ? 'Choose a role first.' : null;
  return (
    <Page
      title={<bdi>{name}</bdi>}
      name={name}
      width="narrow"
      actions={
        <>
          <ActionButton reason={reason} onClick={() => ask('edit')}>
            Change
          </ActionButton>
          <ActionButton reason={reason ?? noRole} onClick={() => ask('switch')}>
            {disabled ? 'Enable' : 'Disable'}
          </ActionButton>
          <ActionButton look="bad" reason={reason} onClick={() => ask('delete')}>
            Delete
          </ActionButton>
        </>
      }
    >
      <About workload={read.row} />
      {asking === 'edit' && <EditWorkloadDialog read={read} onClose={() => ask(null)} />}
      {asking === 'switch' && <Switch read={read} onClose={() => ask(null)} />}
      {asking === 'delete' && <Delete read={read} onClose={() => ask(null)} />}
    </Page>
  );
}

function About({ workload }: { workload: Workload }): JSX.Element {
  const nameOf = useNames([`user:${workload.registered_by}`]);
  const { issuer, audience, claims, disabled, role_name: role, scope } = workload;
  return (
    <Facts
      facts={[
        ['State', <PersonState disabled={disabled} />],
        ['Issuer', issuer],
        ['Audience', audience],
        ...Object.entries(claims).map(
          ([claim, pattern]) => [`Claim ${claim}`, <code>{pattern}</code>] as const,
        ),
        [
          'May request',
          role === null ? (
            'nothing: its role was revoked'
          ) : (
            <>
              <GrantPlace scope={scope} />, by the role {role}
            </>
          ),
        ],
        ['Registered by', <PersonName id={workload.registered_by} nameOf={nameOf} />],
        ['Since', <Ago at={workload.created_at} />],
      ]}
    />
  );
}

interface AskedProps {
  readonly read: Versioned<Workload>;
  readonly onClose: () => void;
}

function Switch({ read, onClose }: AskedProps): JSX.Element {
  const { name, disabled, role_id, scope } = read.row;
  const verb = disabled ? 'Enable' : 'Disable';
  return (
    <ConfirmDialog
      title={`${verb} ${name}`}
      verb={verb}
      onClose={onClose}
      onConfirm={async () => {
        const body = { role_id: role_id!, scope, disabled: !disabled };
        await replaceWorkload(read, body, { verb, about: `the workload ${name}` });
        toast(disabled ? 'Enabled.' : 'Disabled.');
        await queryClient.invalidateQueries({ queryKey: ['workloads'] });
        onClose();
      }}
    >
      {disabled
        ? 'Its jobs can sign in again.'
        : 'Its jobs are signed out, and its open requests are cancelled.'}
    </ConfirmDialog>
  );
}

function Delete({ read, onClose }: AskedProps): JSX.Element {
  const navigate = useNavigate();
  const { name } = read.row;
  return (
    <ConfirmDialog
      title={`Delete ${name}`}
      verb="Delete"
      onClose={onClose}
      onConfirm={async () => {
        await deleteWorkload(read, { verb: 'Delete', about: `the workload ${name}` });
        toast('Deleted.');
        await navigate({ to: '/workloads' });
        await queryClient.invalidateQueries({ queryKey: ['workloads'] });
      }}
    >
      Its jobs are signed out, and its open requests are cancelled. The name is never reused.
    </ConfirmDialog>
  );
}
