import { useQuery } from '@tanstack/react-query';
import { type JSX, type ReactNode, useState } from 'react';
import type { Candidate, DraftedDecision, DraftRule, Selector, Simulation } from '../api/queries/policies.js';
import { recentScopesQuery } from '../api/queries/recent-scopes.js';
import { messageOfError } from '../api/error-messages.js';
import { SimulatedDecision } from '../pictures/simulated-decision.js';
import { Badge } from './badge.js';
import { type ComparedScope, isDecidedOtherwise, useComparedScopes, winnerOf } from './compared-scopes.js';
import { Icon } from './icons.js';
import styles from './recent-scopes.module.css';
import { RequestPlace } from './request-place.js';
import { KEY_LABELS } from '../pictures/selector.js';
import { OPERATIONS } from './selector-labels.js';
import { shortRef } from './short-ref.js';
import { Empty, Problem, Skeleton } from './states.js';
import { useDebounced } from './use-debounced.js';

export interface RecentScopesProps {
  /** As it is typed. */
  readonly selector: Selector;
  /** The rule as it is typed; null while it lacks what a rule needs. */
  readonly draft: DraftRule | null;
  /** The rule that is being changed; null for a new one. */
  readonly ruleId: string | null;
  /** Only requests of this project; of the projects in `within` where that is given. */
  readonly projectId?: string;
  readonly within?: ReadonlySet<string>;
}

/** Beside the form of a rule: what was requested lately, what decides it today, and what would with the rule as typed. */
export function RecentScopes({ selector, draft, ruleId, projectId, within }: RecentScopesProps): JSX.Element {
  const { data, error, refetch } = useQuery(recentScopesQuery(projectId));
  const scopes =
    data?.filter(({ scope }) => within === undefined || within.has(scope.project_id ?? '')) ?? [];
  // By its text: a new object with the same members is not a change.
  const settled = JSON.parse(useDebounced(JSON.stringify(draft), 400)) as DraftRule | null;
  const compared = useComparedScopes(scopes, selector, settled);
  if (data === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton />;
  if (scopes.length === 0) return <Empty>Nothing was requested here yet that you may see.</Empty>;
  return (
    <div className={styles.recent}>
      <p role="status">
        <Summary compared={compared} drafted={settled !== null} />
      </p>
      <ul className={styles.list}>
        {compared.map((each) => (
          <Row key={each.recent.request.id} compared={each} ruleId={ruleId} />
        ))}
      </ul>
    </div>
  );
}

function Summary(props: { compared: readonly ComparedScope[]; drafted: boolean }): JSX.Element {
  const { compared, drafted } = props;
  const kinds = compared.length === 1 ? 'kind' : 'kinds';
  const matched = compared.filter(({ missed }) => missed.length === 0).length;
  if (!drafted)
    return (
      <>
        The selector matches <strong>{matched}</strong> of the last {compared.length} {kinds} of request. What
        the rule would decide is shown once it has a priority and a workflow that it may have.
      </>
    );
  return (
    <>
      With this rule, <strong>{compared.filter(isDecidedOtherwise).length}</strong> of the last{' '}
      {compared.length} {kinds} of request would be decided otherwise; its selector matches {matched}.
    </>
  );
}

function Row({ compared, ruleId }: { compared: ComparedScope; ruleId: string | null }): JSX.Element {
  const { recent, known, missed, withDraft } = compared;
  const { scope, request } = recent;
  const [open, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <span className={styles.what}>
            <code>{shortRef(request.secret_ref)}</code>
            <RequestPlace request={request} />
            <span className={styles.dim}>{OPERATIONS[request.operation]}</span>
          </span>
          <span className={styles.mark}>
            <Icon name="down" size={12} />
          </span>
          <span className={styles.verdict}>
            {isDecidedOtherwise(compared) ? (
              <Badge tone="warn" icon="warning">
                decided otherwise
              </Badge>
            ) : missed.length === 0 ? (
              <Badge tone="accent" icon="check">
                selector matches
              </Badge>
            ) : (
              <span className={styles.dim}>
                does not match: {missed.map((key) => KEY_LABELS[key]).join(', ')}
              </span>
            )}
            <span className={styles.dim}>
              <Verdict compared={compared} ruleId={ruleId} />
            </span>
          </span>
        </summary>
        {open && <SimulatedDecision scope={withDraft ?? scope} known={known} />}
      </details>
    </li>
  );
}

/** Which rule decides today, and which would. */
function Verdict({ compared, ruleId }: { compared: ComparedScope; ruleId: string | null }): JSX.Element {
  const { today, withDraft, drafted, error } = compared;
  if (error !== null) return <>{messageOfError(error)}</>;
  if (today === undefined || (withDraft !== null && drafted === undefined)) return <>…</>;
  if (drafted === undefined) return <>today {nameOf(winnerOf(today), ruleId)} decides</>;
  return <>{wordsOf(today, drafted, isDecidedOtherwise(compared))}</>;
}

function wordsOf(today: Simulation, drafted: DraftedDecision, otherwise: boolean): ReactNode {
  const { rule_id: id, candidates } = drafted;
  const [now, then] = [winnerOf(today), winnerOf(drafted)];
  if (now?.rule_id !== then?.rule_id)
    return (
      <>
        {nameOf(then, id)} would decide, today {nameOf(now, id)} does
      </>
    );
  if (then?.rule_id === id) return `this rule decides${otherwise ? ', with what is typed' : ''}`;
  return (
    <>
      {nameOf(now, id)} still decides: {candidates.find(({ rule_id }) => rule_id === id)?.reason}
    </>
  );
}

function nameOf(rule: Candidate | null, ownId: string | null): JSX.Element {
  if (rule === null) return <>no rule</>;
  return rule.rule_id === ownId ? <>this rule</> : <bdi>{rule.name}</bdi>;
}
