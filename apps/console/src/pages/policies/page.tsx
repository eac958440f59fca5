import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, linkOptions } from '@tanstack/react-router';
import type { JSX } from 'react';
import { missingGlobalPermission } from '../../api/missing-permission.js';
import { useMe } from '../../api/queries/me.js';
import { useNames } from '../../api/queries/names.js';
import { type Rule, rulesQuery } from '../../api/queries/policies.js';
import { settingsQuery } from '../../api/queries/settings.js';
import { isReserved, inEvaluationOrder } from '../../pictures/selector.js';
import { Badge } from '../../ui/badge.js';
import { ActionButton } from '../../ui/button.js';
import { ButtonLink } from '../../ui/button-link.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { Page, Section } from '../../ui/page.js';
import { effectsOf } from '../../ui/rule-labels.js';
import { SelectorChips } from '../../ui/selector-chips.js';
import { refsOf } from '../../ui/selector-labels.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';

export const route = createLazyRoute('/shell/policies')({ component: PoliciesPage });

function PoliciesPage(): JSX.Element {
  const navigate = route.useNavigate();
  const me = useMe();
  const reason = missingGlobalPermission(me, 'policy.edit');
  return (
    <Page
      title="Policies"
      actions={
        <>
          <ButtonLink to="/policies/simulate">Simulate</ButtonLink>
          <ActionButton look="main" reason={reason} onClick={() => void navigate({ to: '/policies/new' })}>
            New rule
          </ActionButton>
        </>
      }
    >
      <p>The first rule that matches a request decides which workflow it follows.</p>
      {reason !== null && <p>You see what each rule looks at, not the values that it compares. {reason}</p>}
      <Rules />
    </Page>
  );
}

function Rules(): JSX.Element {
  const { data, error, refetch } = useQuery(rulesQuery);
  const cap = useQuery(settingsQuery).data?.row.policy_priority_cap;
  const nameOf = useNames(refsOf(data ?? []));
  if (data === undefined || cap === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton />;
  const rules = inEvaluationOrder(data);
  const [band, below] = [
    rules.filter((rule) => isReserved(rule, cap)),
    rules.filter((r) => !isReserved(r, cap)),
  ];
  const columns = columnsOf(nameOf);
  return (
    <>
      <Section title={`Reserved band: priority ${cap} and more`}>
        <p>Before every rule of projects and teams, whose priorities lie below.</p>
        <Table rows={band} columns={columns} caption="Rules of the reserved band" />
      </Section>
      <Section title={`Below ${cap}`}>
        <p>Rules of projects and teams take part here by their own priority, in their own place alone.</p>
        <Table rows={below} columns={columns} caption="Rules below the reserved band" />
      </Section>
    </>
  );
}

interface TableProps {
  readonly rows: readonly Rule[];
  readonly columns: readonly Column<Rule>[];
  readonly caption: string;
}

function Table({ rows, columns, caption }: TableProps): JSX.Element {
  if (rows.length === 0) return <Empty>No rule here.</Empty>;
  return (
    <DataTable
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={({ id }) => id}
      rowLink={({ id }) => linkOptions({ to: '/policies/$id', params: { id } })}
    />
  );
}

function columnsOf(nameOf: (ref: string) => string | undefined): Column<Rule>[] {
  return [
    { head: 'Rule', cell: ({ name }) => <bdi>{name}</bdi> },
    { head: 'Priority', cell: ({ priority }) => priority, end: true },
    { head: 'Applies to', cell: (rule) => <SelectorChips {...{ rule, nameOf }} /> },
    { head: 'Workflow', cell: ({ workflow_name }) => <bdi>{workflow_name ?? '–'}</bdi> },
    { head: 'Effects', cell: effectsOf },
    {
      head: 'State',
      cell: ({ enabled, warnings = [] }) =>
        !enabled ? (
          <Badge tone="warn">off</Badge>
        ) : warnings.length > 0 ? (
          <Badge tone="warn" icon="warning">
            check it
          </Badge>
        ) : (
          'on'
        ),
    },
  ];
}
