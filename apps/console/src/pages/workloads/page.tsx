import { useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, linkOptions } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import { missingGlobalPermission } from '../../api/missing-permission.js';
import { useMe } from '../../api/queries/me.js';
import { type Workload, workloadsQuery } from '../../api/queries/workloads.js';
import { ActionButton } from '../../ui/button.js';
import type { Column } from '../../ui/data-table.js';
import { GrantPlace } from '../../ui/grant-place.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { Page } from '../../ui/page.js';
import { PagedList } from '../../ui/paged-list.js';
import { PersonState } from '../../ui/person-state.js';
import { TwoLines } from '../../ui/two-lines.js';
import { onDemand } from '../../ui/on-demand.js';

export const route = createLazyRoute('/shell/workloads')({ component: WorkloadsPage });

const CreateWorkloadDialog = onDemand(() =>
  import('./create-workload-dialog.js').then(({ CreateWorkloadDialog: it }) => it),
);
const COLUMNS: readonly Column<Workload>[] = [
  { head: 'Workload', cell: ({ name, issuer }) => <TwoLines first={name} second={issuer} /> },
  { head: 'State', cell: ({ disabled }) => <PersonState disabled={disabled} /> },
  { head: 'Subject', cell: ({ claims }) => claims.sub, long: true },
  {
    head: 'May request',
    cell: ({ role_name: role, scope }) => (role === null ? 'nothing' : <GrantPlace scope={scope} />),
  },
];

function WorkloadsPage(): JSX.Element {
  return (
    <RequirePermission title="Workloads" anyOf={['user_role.edit']}>
      <Workloads />
    </RequirePermission>
  );
}

function Workloads(): JSX.Element {
  const me = useMe();
  const [creating, setCreating] = useState(false);
  return (
    <Page
      title="Workloads"
      actions={
        <ActionButton
          look="main"
          reason={missingGlobalPermission(me, 'user_role.edit')}
          onClick={() => setCreating(true)}
        >
          New workload
        </ActionButton>
      }
    >
      <p>
        Jobs that sign in by a token of their own issuer, such as GitHub Actions, GitLab or Kubernetes. They
        ask for values and fetch them, where a rule names workloads; they never decide.
      </p>
      <PagedList
        list={useInfiniteQuery(workloadsQuery)}
        caption="Workloads"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowLink={({ id }) => linkOptions({ to: '/workloads/$id', params: { id } })}
        empty="No workload is registered yet."
      />
      {creating && <CreateWorkloadDialog onClose={() => setCreating(false)} />}
    </Page>
  );
}
