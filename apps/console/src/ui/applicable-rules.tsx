import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { JSX, ReactNode } from 'react';
import { useNames } from '../api/queries/names.js';
import type { Rule } from '../api/queries/policies.js';
import { type Anchor, scopedRulesQuery } from '../api/queries/scoped-rules.js';
import { isReserved, inEvaluationOrder } from '../pictures/selector.js';
import { type Column, DataTable } from './data-table.js';
import { effectsOf } from './rule-labels.js';
import { SelectorChips } from './selector-chips.js';
import { refsOf } from './selector-labels.js';
import { Empty, Problem, Skeleton } from './states.js';

/** The rules that take part in a place's decisions, the one that is asked first at the top. */
export function ApplicableRules({ of, action }: { of: Anchor; action: ReactNode }): JSX.Element {
  const { data, error, refetch } = useQuery(scopedRulesQuery(of));
  const nameOf = useNames(refsOf(data?.rules ?? []));
  if (data === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton />;
  const [all, cap] = [inEvaluationOrder(data.rules), data.priority_cap];
  const rules = [
    ...all.filter((rule) => isReserved(rule, cap)),
    ...all.filter((rule) => !isReserved(rule, cap)),
  ];
  const columns: readonly Column<Rule>[] = [
    { head: 'Rule', cell: (rule) => <RuleName rule={rule} /> },
    { head: 'From', cell: fromOf },
    { head: 'Applies to', cell: (rule) => <SelectorChips rule={rule} nameOf={nameOf} /> },
    { head: 'Workflow', cell: ({ workflow_name }) => workflow_name ?? '–' },
    { head: 'Effects', cell: effectsText },
    { head: 'Priority', cell: ({ priority }) => priority, end: true },
  ];
  if (rules.length === 0) return <Empty action={action}>No rule covers this place.</Empty>;
  return (
    <>
      <div>{action}</div>
      <DataTable caption="Rules" columns={columns} rows={rules} rowKey={({ id }) => id} />
    </>
  );
}

/** A rule's name; those of a project or team lead to their page. */
function RuleName({ rule }: { rule: Rule }): JSX.Element {
  const { id, name, enabled, project_id: project, team_id: team } = rule;
  const shown = enabled ? <bdi>{name}</bdi> : <s>{name}</s>;
  const place = project !== null ? `/projects/${project}` : team !== null ? `/teams/${team}` : null;
  return place === null ? shown : <Link to={rulePage(place, id)}>{shown}</Link>;
}

function fromOf({ is_platform_inherited: platform, project_id: project, team_name: team }: Rule): ReactNode {
  if (platform) return 'the platform';
  return project !== null ? 'this project' : <bdi>{team ?? 'a team'}</bdi>;
}

function effectsText(rule: Rule): string {
  return [...(rule.enabled ? [] : ['disabled']), effectsOf(rule)].join(', ');
}

function rulePage(place: string, id: string): string {
  return `${place}/rules/${id}`;
}
