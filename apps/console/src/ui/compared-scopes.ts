import { useQueries } from '@tanstack/react-query';
import {
  type Candidate,
  type DraftedDecision,
  type DraftRule,
  type Scope,
  type Selector,
  type Simulation,
  simulationQuery,
} from '../api/queries/policies.js';
import { principalKindOf, type RecentScope } from '../api/queries/recent-scopes.js';
import { type KnownScope, mismatchesOf, type SelectorKey } from '../pictures/selector.js';

/** A kind of request that was made lately: what decides it today, and what would with the rule as it is typed. */
export interface ComparedScope {
  readonly recent: RecentScope;
  readonly known: KnownScope;
  /** The parts of the typed selector that do not match it. */
  readonly missed: readonly SelectorKey[];
  readonly today: Simulation | undefined;
  /** The scope with the draft; null where the draft can change nothing. */
  readonly withDraft: Scope | null;
  /** Undefined as long as it is not known. */
  readonly drafted: DraftedDecision | undefined;
  readonly error: Error | null;
}

/** Asks what decides each scope. @param draft null while it lacks what a rule needs */
export function useComparedScopes(
  scopes: readonly RecentScope[],
  selector: Selector,
  draft: DraftRule | null,
): ComparedScope[] {
  const today = useQueries({ queries: scopes.map(({ scope }) => simulationQuery(scope)) });
  const all = scopes.map((recent, index) => {
    const known = knownOf(recent.request);
    const missed = mismatchesOf(selector, known);
    const answer = today[index]?.data;
    const matters = missed.length === 0 || (answer?.winner && answer.winner.id === draft?.rule_id);
    const withDraft = draft !== null && matters ? { ...recent.scope, draft } : null;
    return { recent, known, missed, today: answer, withDraft, error: today[index]?.error ?? null };
  });
  const drafted = useQueries({ queries: all.map(({ withDraft }) => simulationQuery(withDraft)) });
  return all.map((each, index) => ({
    ...each,
    drafted: each.withDraft === null ? undefined : drafted[index]?.data?.with_draft,
    error: each.error ?? drafted[index]?.error ?? null,
  }));
}

/** Returns true when another rule decides with the draft, or the same one otherwise. */
export function isDecidedOtherwise({ today, drafted }: ComparedScope): boolean {
  return today !== undefined && drafted !== undefined && decisionOf(today) !== decisionOf(drafted);
}

function decisionOf(decision: Omit<DraftedDecision, 'rule_id'>): string {
  const { workflow, direct_reveal_allowed, requires_mfa, reveal_ttl_seconds } = decision;
  const effects = [workflow?.id, direct_reveal_allowed, requires_mfa, reveal_ttl_seconds];
  return JSON.stringify([winnerOf(decision)?.rule_id, ...effects]);
}

/** Returns the rule that decides; null where none does. */
export function winnerOf({ candidates }: Pick<DraftedDecision, 'candidates'>): Candidate | null {
  const [first] = candidates;
  return first?.outcome === 'won' ? first : null;
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
    principal_kind: principalKindOf({ requester_email }),
    ...{ project_id, environment_id, secret_ref_prefix: secret_ref, operation, type },
    environment: names?.environment,
    environment_kind: names?.environment_kind,
    provider_type: names?.connection_type,
  };
}
