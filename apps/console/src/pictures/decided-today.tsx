import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useNames } from '../api/queries/names.js';
import { type Rule, rulesQuery, type Scope, simulationQuery } from '../api/queries/policies.js';
import { scopedRulesQuery } from '../api/queries/scoped-rules.js';
import { settingsQuery } from '../api/queries/settings.js';
import { workflowsQuery } from '../api/queries/workflows.js';
import { refsOf } from '../ui/selector-words.js';
import { Problem, Skeleton } from '../ui/states.js';
import { consequences } from './consequences.js';
import { DecisionLadder } from './decision-ladder.js';
import type { KnownScope } from './selector.js';

/** What the service would decide now for a scope, as a ladder. @param known the scope with what its ids stand for */
export function DecidedToday({ scope, known }: { scope: Scope; known: KnownScope }): JSX.Element {
  const simulation = useQuery(simulationQuery(scope));
  const rules = useRulesOf(scope.project_id);
  const settings = useQuery(settingsQuery).data;
  const workflows = useQuery(workflowsQuery).data ?? [];
  const nameOf = useNames(refsOf([...rules.values()]));
  const { data, error, refetch } = simulation;
  if (data === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton lines={3} />;
  return (
    <DecisionLadder
      candidates={data.candidates}
      rules={withWinner(rules, data.winner)}
      cap={settings?.row.policy_priority_cap ?? null}
      scope={known}
      nameOf={nameOf}
      result={consequences(
        data,
        workflows.find(({ id }) => id === data.workflow?.id),
      )}
    />
  );
}

/** The platform's rules and those that take part in a project, by id; what may be seen whole comes so. */
function useRulesOf(projectId: string | undefined): ReadonlyMap<string, Rule> {
  const platform = useQuery(rulesQuery).data ?? [];
  const anchor = { kind: 'project', id: projectId ?? '' } as const;
  const scoped = useQuery({ ...scopedRulesQuery(anchor), enabled: projectId !== undefined }).data;
  return new Map([...(scoped?.rules ?? []), ...platform].map((rule) => [rule.id, rule]));
}

function withWinner(rules: ReadonlyMap<string, Rule>, winner: Rule | null): ReadonlyMap<string, Rule> {
  if (winner === null || rules.get(winner.id)?.selector !== undefined) return rules;
  return new Map([...rules, [winner.id, winner]]);
}
