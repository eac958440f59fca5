import {
  type Action,
  PERSON_ACTIONS,
  type Relation,
  RELATIONS,
  type Snapshot,
  type Stage,
  STAGE_NAMES,
  SYSTEM_ACTIONS,
} from './cross-team-stage.js';

/** Error codes of the table's refusals. */
export type TableRefusal =
  | 'not_requester'
  | 'separation_of_duties_violated'
  | 'duplicate_vote'
  | 'cross_team_already_filled'
  | 'cross_team_status_invalid_transition'
  | 'fill_window_expired';

/** The next stage; after a fill the frozen workflow decides. */
export type Next = Stage | Readonly<Record<Snapshot, Stage>>;

export type Outcome =
  | { readonly kind: 'done'; readonly next: Next }
  /** `next`: the refusal follows the expiry of the request. */
  | { readonly kind: 'refused'; readonly code: TableRefusal; readonly next?: 'expired' }
  /** No effect, as for the sweep, or an agent's report on a request that has ended. */
  | { readonly kind: 'ignored' };

/** One outcome for every user, or one for each relation to the request. */
type Cell = Outcome | (Partial<Record<Relation, Outcome>> & { readonly other: Outcome });
type Stagewise = Readonly<Record<Action, Cell>>;

const go = (next: Next): Outcome => ({ kind: 'done', next });
const refused = (code: TableRefusal): Outcome => ({ kind: 'refused', code });
const IGNORED: Outcome = { kind: 'ignored' };
const WRONG_STATUS = refused('cross_team_status_invalid_transition');
const DUTIES = refused('separation_of_duties_violated');
const VOTED = refused('duplicate_vote');

/** Only the requester may cancel, in any stage (D67). */
const byRequester = (outcome: Outcome): Cell => ({ requester: outcome, other: refused('not_requester') });
/** The requester can neither fill nor refuse (specification, "Separation of duties"; D68). */
const byProvider = (outcome: Outcome): Cell => ({ requester: DUTIES, other: outcome });
const bySource = (outcome: Outcome): Cell => ({
  requester: DUTIES,
  filler: DUTIES,
  source_voter: VOTED,
  security_voter: VOTED,
  other: outcome,
});
/** A user who cast the source vote can't cast the security vote (D69). */
const bySecurity = (outcome: Outcome): Cell => ({
  requester: DUTIES,
  filler: DUTIES,
  source_voter: DUTIES,
  security_voter: VOTED,
  other: outcome,
});

/** A stage in which no action is possible any more, or not yet. */
const NOTHING: Stagewise = {
  fill: WRONG_STATUS,
  refuse: WRONG_STATUS,
  cancel: byRequester(WRONG_STATUS),
  approve_source: WRONG_STATUS,
  approve_security: WRONG_STATUS,
  reject_source: WRONG_STATUS,
  reject_security: WRONG_STATUS,
  expire: IGNORED,
  succeed: IGNORED,
  fail: IGNORED,
  remove_place: IGNORED,
  disable_requester: IGNORED,
};
const FILLED: Stagewise = { ...NOTHING, fill: refused('cross_team_already_filled') };
const IN_VERIFICATION: Stagewise = {
  ...FILLED,
  remove_place: go('cancelled'),
  disable_requester: go('cancelled'),
};

/*
 * A vote is valid while its voter is active and holds the permission (D100), and a stage only reflects valid votes. If the
 * security voter acts while a security vote is needed, their vote was invalid for a while, in which the others were cast
 * without deciding. It is valid again, since they may act, so that no second one is needed.
 */

const late = (code: TableRefusal): Outcome => ({ kind: 'refused', code, next: 'expired' });
const TOO_LATE = late('cross_team_status_invalid_transition');

const BY_STAGE: Readonly<Record<Stage, Stagewise>> = {
  awaiting_values: {
    ...NOTHING,
    fill: byProvider(
      go({ no_vote: 'approved', source_vote: 'awaiting_source', both_votes: 'awaiting_both' }),
    ),
    refuse: byProvider(go('refused')),
    cancel: byRequester(go('cancelled')),
    remove_place: go('cancelled'),
    disable_requester: go('cancelled'),
  },
  overdue: {
    fill: late('fill_window_expired'),
    refuse: late('fill_window_expired'),
    cancel: { requester: TOO_LATE, other: late('not_requester') },
    approve_source: TOO_LATE,
    approve_security: TOO_LATE,
    reject_source: TOO_LATE,
    reject_security: TOO_LATE,
    expire: go('expired'),
    succeed: IGNORED,
    fail: IGNORED,
    remove_place: go('expired'),
    // The sweep will record the expiry.
    disable_requester: IGNORED,
  },
  awaiting_source: {
    ...IN_VERIFICATION,
    approve_source: bySource(go('approved')),
    reject_source: bySource(go('rejected')),
  },
  awaiting_both: {
    ...IN_VERIFICATION,
    approve_source: bySource(go('awaiting_security')),
    approve_security: bySecurity(go('awaiting_source_last')),
    reject_source: bySource(go('rejected')),
    reject_security: bySecurity(go('rejected')),
  },
  awaiting_security: {
    ...IN_VERIFICATION,
    approve_source: bySource(go('awaiting_security')),
    approve_security: { ...bySecurity(go('approved')), security_voter: go('approved') },
    reject_source: bySource(go('rejected')),
    reject_security: bySecurity(go('rejected')),
  },
  awaiting_source_last: {
    ...IN_VERIFICATION,
    approve_source: { ...bySource(go('approved')), source_voter: go('approved') },
    approve_security: bySecurity(go('awaiting_source_last')),
    reject_source: bySource(go('rejected')),
    reject_security: bySecurity(go('rejected')),
  },
  // Not while an agent has claimed its job.
  approved: { ...FILLED, succeed: go('executed'), fail: go('failed'), disable_requester: go('cancelled') },
  executed: FILLED,
  failed: FILLED,
  refused: NOTHING,
  rejected: FILLED,
  cancelled: NOTHING,
  expired: NOTHING,
};

export interface TableRow {
  readonly stage: Stage;
  readonly action: Action;
  /** `system` for an event without a user. */
  readonly actor: Relation | 'system';
  readonly outcome: Outcome;
}

/**
 * Every stage, action and actor with its outcome. Used by the decisions, and to generate the tests,
 * docs/cross-team-states.md and the Promela model (tools/model).
 */
export const CROSS_TEAM_TABLE: readonly TableRow[] = STAGE_NAMES.flatMap((stage) => [
  ...PERSON_ACTIONS.flatMap((action) =>
    RELATIONS.map((actor) => ({ stage, action, actor, outcome: outcomeOf(stage, action, actor) })),
  ),
  ...SYSTEM_ACTIONS.map((action) => ({
    stage,
    action,
    actor: 'system' as const,
    outcome: outcomeOf(stage, action, 'other'),
  })),
]);

/** Returns the outcome of an action in this stage; events without a user are the same for every relation. */
export function outcomeOf(stage: Stage, action: Action, actor: Relation): Outcome {
  const cell = BY_STAGE[stage][action];
  return 'kind' in cell ? cell : (cell[actor] ?? cell.other);
}

/** Returns the next stage for a snapshot. */
export function nextStage(next: Next, snapshot: Snapshot): Stage {
  return typeof next === 'string' ? next : next[snapshot];
}
