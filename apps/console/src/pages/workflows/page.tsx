import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, linkOptions } from '@tanstack/react-router';
import type { JSX } from 'react';
import { missingGlobalPermission } from '../../api/missing-permission.js';
import { useMe } from '../../api/queries/me.js';
import { rulesQuery } from '../../api/queries/policies.js';
import { type Workflow, workflowsQuery } from '../../api/queries/workflows.js';
import { approvalsOf } from '../../pictures/decision-text.js';
import { Badge } from '../../ui/badge.js';
import { ActionButton } from '../../ui/button.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { lengthText } from '../../ui/duration.js';
import { Page } from '../../ui/page.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';

export const route = createLazyRoute('/shell/workflows')({ component: WorkflowsPage });

function WorkflowsPage(): JSX.Element {
  const navigate = route.useNavigate();
  return (
    <Page
      title="Workflows"
      actions={
        <ActionButton
          look="main"
          reason={missingGlobalPermission(useMe(), 'workflow.edit')}
          onClick={() => void navigate({ to: '/workflows/new' })}
        >
          New workflow
        </ActionButton>
      }
    >
      <p>Who has to approve, and how long everything lives. Rules choose among them.</p>
      <List />
    </Page>
  );
}

function List(): JSX.Element {
  const { data, error, refetch } = useQuery(workflowsQuery);
  const rules = useQuery(rulesQuery).data;
  if (data === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton />;
  if (data.length === 0) return <Empty>There is no workflow, so nothing can be requested.</Empty>;
  const columns: readonly Column<Workflow>[] = [
    { head: 'Workflow', cell: ({ name }) => <bdi>{name}</bdi> },
    { head: 'Approvals', cell: (workflow) => approvalsOf(workflow).join(', ') },
    { head: 'Justification', cell: ({ require_justification: it }) => (it ? 'required' : 'optional') },
    {
      head: 'Teams and projects',
      cell: (each) => (each.scoped_policy_authorable ? 'may use it' : 'may not'),
    },
    { head: 'State', cell: ({ enabled }) => (enabled ? 'on' : <Badge tone="warn">off</Badge>) },
    {
      head: 'Rules of the platform',
      end: true,
      cell: ({ id }) => rules?.filter(({ workflow_id }) => workflow_id === id).length ?? '…',
    },
    { head: 'Requests wait', cell: ({ request_ttl_seconds: it }) => lengthText(it), end: true },
  ];
  return (
    <DataTable
      caption="Workflows"
      columns={columns}
      rows={data}
      rowKey={({ id }) => id}
      rowLink={({ id }) => linkOptions({ to: '/workflows/$id', params: { id } })}
    />
  );
}
