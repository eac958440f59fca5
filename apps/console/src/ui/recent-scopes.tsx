import { useQuery } from '@tanstack/react-query';
import { type JSX, useState } from 'react';
import { type Selector, simulationQuery } from '../api/queries/policies.js';
import { askedBy, type RecentScope, recentScopesQuery } from '../api/queries/recent-scopes.js';
import { sentenceOfError } from '../api/sentences.js';
import { DecidedToday } from '../pictures/decided-today.js';
import { type KnownScope, mismatchesOf } from '../pictures/selector.js';
import { Badge } from './badge.js';
import { Icon } from './icons.js';
import styles from './recent-scopes.module.css';
import { RequestPlace } from './request-place.js';
import { KEY_WORDS, OPERATIONS } from './selector-words.js';
import { shortRef } from './short-ref.js';
import { Empty, Problem, Skeleton } from './states.js';

export interface RecentScopesProps {
  /** As it is typed. */
  readonly selector: Selector;
  readonly priority: string;
  /** The rule that is being changed; null for a new one. */
  readonly ruleId: string | null;
  /** Only requests of this project; of the projects in `within` where that is given. */
  readonly projectId?: string;
  readonly within?: ReadonlySet<string>;
}

/** Beside the form of a rule: what was requested lately, what decides it today, and what the typed selector matches. */
export function RecentScopes(props: RecentScopesProps): JSX.Element {
  const { selector, projectId, within } = props;
  const { data, error, refetch } = useQuery(recentScopesQuery(projectId));
  if (data === undefined)
    return error ? <Problem error={error} again={() => void refetch()} /> : <Skeleton />;
  const scopes = data.filter(({ scope }) => within === undefined || within.has(scope.project_id ?? ''));
  if (scopes.length === 0) return <Empty>Nothing was requested here yet that you may see.</Empty>;
  const matched = scopes.filter(({ request }) => mismatchesOf(selector, knownOf(request)).length === 0);
  return (
    <div className={styles.recent}>
      <p role="status">
        The selector matches <strong>{matched.length}</strong> of the last {scopes.length}{' '}
        {scopes.length === 1 ? 'kind' : 'kinds'} of request. Beside each stands what decides it today.
      </p>
      <p className={styles.dim}>
        The service simulates rules that are saved, not drafts: whether this one would come first, it says
        after saving.
      </p>
      <ul className={styles.list}>
        {scopes.map((each) => (
          <Row key={each.request.id} recent={each} {...props} />
        ))}
      </ul>
    </div>
  );
}

function Row({
  recent,
  selector,
  priority,
  ruleId,
}: RecentScopesProps & { recent: RecentScope }): JSX.Element {
  const { scope, request } = recent;
  const [open, setOpen] = useState(false);
  const known = knownOf(request);
  const { data, error } = useQuery(simulationQuery(scope));
  const missed = mismatchesOf(selector, known);
  const winner = data?.winner;
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
            {missed.length === 0 ? (
              <Badge tone="accent" icon="check">
                selector matches
              </Badge>
            ) : (
              <span className={styles.dim}>
                does not match: {missed.map((key) => KEY_WORDS[key]).join(', ')}
              </span>
            )}
            <span className={styles.dim}>{today()}</span>
          </span>
        </summary>
        {open && <DecidedToday scope={scope} known={known} />}
      </details>
    </li>
  );

  function today(): JSX.Element | string {
    if (error !== null) return sentenceOfError(error);
    if (data === undefined) return '…';
    if (winner === null || winner === undefined) return 'no rule decides today';
    if (winner.id === ruleId) return 'this rule decides today';
    const against = missed.length === 0 ? `: priority ${winner.priority}, this one ${priority || '–'}` : '';
    return (
      <>
        today <bdi>{winner.name}</bdi> decides{against}
      </>
    );
  }
}

/** What a request was about, with what its ids stand for. */
function knownOf({
  project_id,
  environment_id,
  secret_ref,
  operation,
  type,
  names,
  requester_email,
}: RecentScope['request']): KnownScope {
  return {
    principal_kind: askedBy({ requester_email }),
    ...{ project_id, environment_id, secret_ref_prefix: secret_ref, operation, type },
    environment: names?.environment,
    environment_kind: names?.environment_kind,
    provider_type: names?.connection_type,
  };
}
