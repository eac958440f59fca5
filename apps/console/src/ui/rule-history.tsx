import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { JSX } from 'react';
import { useNames } from '../api/queries/names.js';
import type { RuleVersion } from '../api/queries/policies.js';
import { workflowsQuery } from '../api/queries/workflows.js';
import { FieldChanges } from './edit-conflicts.js';
import styles from './changes.module.css';
import { keysOf } from './keys-of.js';
import { fieldsOf } from './rule-fields.js';
import { ruleFieldLabel, ruleFieldText } from './rule-labels.js';
import { refsOf } from './selector-labels.js';
import { Problem, Skeleton } from './states.js';
import { Ago } from './time.js';
import type { ChangedField } from './use-draft.js';

const ACTIONS = { create: 'made', update: 'changed', delete: 'deleted' } as const;

/** Who changed a rule, when and what, the newest change first. */
export function RuleHistory({ history }: { history: UseQueryResult<RuleVersion[]> }): JSX.Element {
  const versions = history.data ?? [];
  const workflows = useQuery(workflowsQuery).data ?? [];
  const nameOf = useNames([
    ...versions.map(({ changed_by }) => changed_by),
    ...refsOf(versions.map(({ rule }) => rule)),
  ]);
  if (history.data === undefined)
    return history.error ? (
      <Problem error={history.error} again={() => void history.refetch()} />
    ) : (
      <Skeleton lines={3} />
    );
  const workflow = (id: string): string | undefined =>
    versions.find(({ rule }) => rule.workflow_id === id)?.rule.workflow_name ??
    workflows.find((each) => each.id === id)?.name;
  return (
    <ol className={styles.versions}>
      {[...versions].reverse().map((each) => (
        <li key={each.version}>
          <p>
            <strong>Version {each.version}</strong> {ACTIONS[each.action]}{' '}
            <span className={styles.by}>
              by <bdi>{nameOf(each.changed_by) ?? each.changed_by}</bdi>, <Ago at={each.changed_at} />
            </span>
          </p>
          <FieldChanges
            changes={changesOf(each, versions)}
            word={ruleFieldLabel}
            words={(name, value) => ruleFieldText(name, value, nameOf, workflow)}
          />
        </li>
      ))}
    </ol>
  );
}

function changesOf({ version, rule }: RuleVersion, versions: readonly RuleVersion[]): ChangedField[] {
  const before = versions.find((each) => each.version === version - 1)?.rule;
  if (before === undefined) return [];
  const [was, is] = [fieldsOf(before), fieldsOf(rule)];
  return keysOf(is)
    .filter((name) => was[name] !== is[name])
    .map((name) => ({ name, from: was[name], to: is[name] }));
}
