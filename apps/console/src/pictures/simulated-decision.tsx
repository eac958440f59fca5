import { useQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useNames } from '../api/queries/names.js';
import {
  type DraftRule,
  type Rule,
  rulesQuery,
  type Scope,
  simulationQuery,
} from '../api/queries/policies.js';
import { scopedRulesQuery } from '../api/queries/scoped-rules.js';
import { settingsQuery } from '../api/queries/settings.js';
import { workflowsQuery } from '../api/queries/workflows.js';
import { refsOf } from '../ui/selector-labels.js';
import { Problem, Skeleton } from '../ui/states.js';
import { decisionText } from './decision-text.js';
import { DecisionLadder, type LadderRule } from './decision-ladder.js';
import { type KnownScope, SELECTOR_KEYS } from './selector.js';

export interface SimulatedDecisionProps {
  /** With a draft, the ladder is the one that would be with it. */
  readonly scope: Scope;
  /** The scope with what its ids stand for. */
  readonly known: KnownScope;
}

/** What the service would decide now for a scope, as a ladder. */
export function SimulatedDecision({ scope, known }: SimulatedDecisionProps): JSX.Element {
  const simulation = useQuery(simulationQuery(scope));
  const rules = useRulesOf(scope.project_id);
  const settings = useQuery(settingsQuery).data;
  const workflows = useQuery(workflowsQuery).data ?? [];
  const nameOf = useNames(refsOf([...rules.values(), ...(scope.draft ? [scope.draft] : [])]));
  const { data, error, refetch } = simulation;
  if (data === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton lines={3} />;
  const decided = data.with_draft ?? data;
  return (
    <DecisionLadder
      candidates={decided.candidates}
      rules={withDraft(withWinner(rules, data.winner), data.with_draft?.rule_id, scope.draft)}
      cap={settings?.row.policy_priority_cap ?? null}
      scope={known}
      nameOf={nameOf}
      result={decisionText(
        decided,
        workflows.find(({ id }) => id === decided.workflow?.id),
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

function withDraft(
  rules: ReadonlyMap<string, LadderRule>,
  id: string | undefined,
  draft: DraftRule | undefined,
): ReadonlyMap<string, LadderRule> {
  if (id === undefined || draft === undefined) return rules;
  const { selector, priority, project_id = null, team_id = null } = draft;
  const selector_keys = SELECTOR_KEYS.filter((key) => key in selector);
  const place = { project_id, team_id, team_name: null };
  return new Map([...rules, [id, { id, selector, selector_keys, priority, ...place, typed: true }]]);
}
