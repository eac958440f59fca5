import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { StepUpGate } from '#libs/auth';
import type { Caller, Permission } from '#libs/permissions';
import { Database, type Tx } from '#libs/database';
import { type AccessRequest, RequestExpiry, requestErrors, RequestStore } from '#libs/requests';
import { crossTeamFacts } from './cross-team-facts.js';
import { crossTeamRefusal } from './cross-team.errors.js';
import { crossTeamEvents, type CrossTeamEvent } from './cross-team.events.js';
import { type CrossTeamDecision, type CrossTeamRefusal, decide } from './domain/cross-team-decision.js';
import { type PersonAction, type Stage, STAGES } from './domain/cross-team-stage.js';

/** One act of a person on a request. */
export interface Act {
  readonly caller: Caller;
  readonly requestId: string;
  readonly action: PersonAction;
  /** How it is called in the audit log. */
  readonly event: CrossTeamEvent;
}

type Attempt<Result> =
  | { readonly request: AccessRequest; readonly refused: Refused }
  | { readonly request: AccessRequest; readonly refused: null; readonly result: Result };

type Refused = Exclude<CrossTeamDecision, { refusal: null }> | 'step_up';

/** Carries out what the table allows: lock, expire what is overdue, decide, write. */
@Injectable()
export class CrossTeamActs {
  constructor(
    private readonly database: Database,
    private readonly store: RequestStore,
    private readonly expiry: RequestExpiry,
    private readonly stepUp: StepUpGate,
    private readonly audit: Audit,
  ) {}

  /**
   * Runs `work` on the locked request, in the transaction that decided; `stage` is where the act leads. A refusal
   * is returned out of the transaction, so that what it found overdue and its denial both stay.
   *
   * @throws DomainError request_not_found, and every refusal of the table; step_up_required and
   *   mfa_enrollment_required where the request's rule asks for a fresh step-up (D62)
   */
  async carryOut<Result>(
    act: Act,
    work: (tx: Tx, request: AccessRequest, stage: Stage) => Promise<Result>,
  ): Promise<Result> {
    const attempt = await this.database.transaction((tx) => this.attempt(tx, act, work));
    if (attempt.refused === null) return attempt.result;
    return this.refuse(act, attempt.request, attempt.refused);
  }

  private async attempt<Result>(
    tx: Tx,
    { caller, requestId, action }: Act,
    work: (tx: Tx, request: AccessRequest, stage: Stage) => Promise<Result>,
  ): Promise<Attempt<Result>> {
    const part = APPROVES.get(action);
    const locked = part
      ? await this.store.lockForApproval(tx, requestId, { userId: caller.userId, part })
      : { request: await this.store.lock(tx, requestId), mayVote: true };
    if (!locked?.request) throw requestErrors.notFound();
    const { request, mayVote } = locked;
    const decision = decideOn(request, action, caller);
    if (decision.refusal !== null) {
      if (isAuthorized(decision.refusal)) await this.expiry.expireIfDue(tx, request);
      return { request, refused: decision };
    }
    if (!mayVote) return { request, refused: { refusal: 'permission_denied', permission: null } };
    if (asksStepUp(request, action) && !caller.mfaFresh) return { request, refused: 'step_up' };
    return { request, refused: null, result: await work(tx, request, decision.next) };
  }

  private async refuse({ caller, event }: Act, request: AccessRequest, refused: Refused): Promise<never> {
    // Asked for outside of the transaction: the gate looks the caller's factors up on a connection of its own.
    if (refused === 'step_up') throw await this.stepUp.refusal(caller);
    const { refusal, permission } = refused;
    return this.audit.refuse(
      crossTeamRefusal(refusal, permission),
      crossTeamEvents.denied(actorOf(caller), event, request, refusal),
    );
  }
}

/** Returns what comes of the act on this request, which may turn out to be none of ours (D67). */
export function decideOn(request: AccessRequest, action: PersonAction, caller: Caller): CrossTeamDecision {
  if (request.type === 'cross_team') return decide(crossTeamFacts(request), action, caller);
  return { refusal: 'request_status_invalid_transition', permission: null as Permission | null };
}

/** Where the request's rule has requires_mfa, its values and its votes ask for a fresh step-up; saying no does not (D62). */
export function asksStepUp(request: AccessRequest, action: PersonAction): boolean {
  return request.requires_mfa && action !== 'refuse';
}

/** Whoever may not act here at all leaves no trace on the request, nor does who takes another type for ours. */
function isAuthorized(refusal: CrossTeamRefusal): boolean {
  return !NOT_THEIRS.has(refusal);
}

/** In which part. The votes that are there, and this one, have to count until the transaction ends (D100). */
const APPROVES: ReadonlyMap<PersonAction, 'source' | 'security'> = new Map([
  ['approve_source', 'source'],
  ['approve_security', 'security'],
]);

const NOT_THEIRS: ReadonlySet<CrossTeamRefusal> = new Set([
  'permission_denied',
  'out_of_scope_team',
  'out_of_scope_project',
  'request_status_invalid_transition',
]);

/** Returns true when the act makes the status another one. */
export function changesStatus(request: AccessRequest, stage: Stage): boolean {
  return STAGES[stage] !== request.stored_status;
}
