import { Link } from '@tanstack/react-router';
import { type JSX, type ReactNode, useState } from 'react';
import type { Candidate, Rule } from '../api/queries/policies.js';
import { Button } from '../ui/button.js';
import { classNames } from '../ui/class-names.js';
import { type Column, DataTable } from '../ui/data-table.js';
import { Icon } from '../ui/icons.js';
import { SelectorChips } from '../ui/selector-chips.js';
import styles from './decision-ladder.module.css';
import { isReserved, type KnownScope } from './selector.js';
import { numberText } from '../ui/number-text.js';

/** What the ladder shows of a rule. */
export type LadderRule = Pick<
  Rule,
  'id' | 'selector' | 'selector_keys' | 'priority' | 'project_id' | 'team_id' | 'team_name'
> & {
  /** It is as it is typed, not as it is saved. */
  readonly typed?: true;
};

export interface DecisionLadderProps {
  /** In the service's order: the winner, what it outranks, then what does not match. */
  readonly candidates: readonly Candidate[];
  /** What is known of the rules, by id. */
  readonly rules: ReadonlyMap<string, LadderRule>;
  /** Where the platform's reserved band begins. */
  readonly cap: number | null;
  /** What was asked for: then the chips say what matches. */
  readonly scope: KnownScope | null;
  readonly nameOf: (ref: string) => string | undefined;
  /** What follows from the rule that decides. */
  readonly result?: ReactNode;
}

type Shown = Pick<DecisionLadderProps, 'rules' | 'scope' | 'nameOf' | 'result'>;

/** Rules that don't match, at most, in the picture; the table has all. */
const MOST_MISSES = 50;
const OUTCOMES: Readonly<Record<Candidate['outcome'], string>> = {
  won: 'decides',
  outranked: 'outranked',
  no_match: 'does not match',
};

/** Why this rule: the rules that were looked at, rung by rung, the one that decides at the top; the same as a table. */
export function DecisionLadder(props: DecisionLadderProps): JSX.Element {
  const { candidates, rules, cap } = props;
  const [asTable, setAsTable] = useState(false);
  const matching = candidates.filter(({ outcome }) => outcome !== 'no_match');
  const missing = candidates.filter(({ outcome }) => outcome === 'no_match');
  const banded = matching.filter(({ rule_id }) => isBanded(rules.get(rule_id), cap));
  return (
    <div className={styles.ladder}>
      {asTable ? (
        <AsTable {...props} />
      ) : (
        <>
          {matching.length === 0 && (
            <p className={styles.none}>No rule matches: a request like this is refused.</p>
          )}
          {banded.length > 0 && (
            <>
              <p className={styles.band}>Reserved for the platform: priority {cap} and more</p>
              <Rungs {...props} candidates={banded} />
            </>
          )}
          {matching.length > banded.length && (
            <>
              {banded.length > 0 && <p className={styles.band}>Below: the platform, teams and projects</p>}
              <Rungs {...props} candidates={matching.slice(banded.length)} />
            </>
          )}
          {missing.length > 0 && (
            <details className={styles.missing}>
              <summary>
                {missing.length === 1 ? '1 other does' : `${numberText(missing.length)} others do`} not match
              </summary>
              <Rungs {...props} candidates={missing.slice(0, MOST_MISSES)} />
              {missing.length > MOST_MISSES && <p>The table shows all.</p>}
            </details>
          )}
        </>
      )}
      {candidates.length > 1 && (
        <Button look="quiet" className={styles.twin} onClick={() => setAsTable(!asTable)}>
          {asTable ? 'Show as ladder' : 'Show as table'}
        </Button>
      )}
    </div>
  );
}

function Rungs({ candidates, ...shown }: { candidates: readonly Candidate[] } & Shown): JSX.Element {
  return (
    <ol className={styles.rungs}>
      {candidates.map((candidate) => (
        <Rung key={candidate.rule_id} candidate={candidate} {...shown} />
      ))}
    </ol>
  );
}

function Rung({ candidate, rules, scope, nameOf, result }: { candidate: Candidate } & Shown): JSX.Element {
  const { rule_id: id, outcome, reason } = candidate;
  const rule = rules.get(id);
  return (
    <li className={classNames(styles.rung, styles[outcome])}>
      {rule && (
        <span className={styles.priority}>
          <span className="visually-hidden">priority </span>
          {rule.priority}
        </span>
      )}
      <div className={styles.rule}>
        <RuleName candidate={candidate} rule={rule} />
        {rule && <SelectorChips {...{ rule, nameOf, scope }} />}
        <span className={styles.why}>
          {outcome === 'won' && <Icon name="done" />}
          <strong>{OUTCOMES[outcome]}</strong>: {reason}
        </span>
        {outcome === 'won' && result !== undefined && <span className={styles.result}>{result}</span>}
      </div>
    </li>
  );
}

/** A rule's name, leading to its page where it has one for the reader. */
function RuleName({ candidate, rule }: { candidate: Candidate; rule: LadderRule | undefined }): JSX.Element {
  const { name } = candidate;
  const place = rule && placeOf(rule);
  return (
    <span className={styles.name}>
      {rule && !rule.typed ? (
        <Link to={pathOf(rule)}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
      {place && <span className={styles.place}>{place}</span>}
    </span>
  );
}

function pathOf({ id, project_id: project, team_id: team }: LadderRule): string {
  if (project !== null) return `/projects/${project}/rules/${id}`;
  return team === null ? `/policies/${id}` : `/teams/${team}/rules/${id}`;
}

function placeOf({ project_id: project, team_id: team, team_name, typed }: LadderRule): string | null {
  if (typed) return 'as typed';
  if (project !== null) return 'rule of the project';
  return team === null ? null : `rule of the team ${team_name ?? ''}`;
}

function isBanded(rule: LadderRule | undefined, cap: number | null): boolean {
  return rule !== undefined && cap !== null && isReserved(rule, cap);
}

function AsTable({ candidates, rules, scope, nameOf, result }: DecisionLadderProps): JSX.Element {
  const columns: readonly Column<Candidate>[] = [
    { head: 'Rule', cell: (each) => <RuleName candidate={each} rule={rules.get(each.rule_id)} /> },
    { head: 'Priority', cell: ({ rule_id }) => rules.get(rule_id)?.priority ?? '–', end: true },
    {
      head: 'Applies to',
      cell: ({ rule_id }) => {
        const rule = rules.get(rule_id);
        return rule ? <SelectorChips {...{ rule, nameOf, scope }} /> : '–';
      },
    },
    { head: 'Outcome', cell: ({ outcome }) => OUTCOMES[outcome] },
    {
      head: 'Why',
      cell: ({ outcome, reason }) => (
        <>
          {reason}
          {outcome === 'won' && result !== undefined && <>; {result}</>}
        </>
      ),
    },
  ];
  return (
    <DataTable
      caption="Rules that were looked at, in the order of the decision"
      columns={columns}
      rows={candidates}
      rowKey={({ rule_id }) => rule_id}
    />
  );
}
