import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { StepUpGate } from '#libs/auth';
import type { Caller, Permission } from '#libs/permissions';
import { Database, type Tx } from '#libs/database';
import { type AccessRequest, RequestExpiry, requestErrors, RequestStore } from '#libs/requests';
import { crossTeamFacts } from './cross-team-facts.js';
import { crossTeamRefusal } from './cross-team.errors.js';
import { crossTeamEvents, type CrossTeamEvent } from './cross-team.events.js';
import {
  AUTHORITY,
  type CrossTeamDecision,
  type CrossTeamRefusal,
  decide,
} from './domain/cross-team-decision.js';
import { type PersonAction, type Stage, STAGES } from './domain/cross-team-stage.js';

/** A user's action on a request. */
export interface UserAction {
  readonly caller: Caller;
  readonly requestId: string;
  readonly action: PersonAction;
  /** Its name in the audit log. */
  readonly event: CrossTeamEvent;
}

type Attempt<Result> =
  | { readonly request: AccessRequest; readonly refused: Refused }
  | { readonly request: AccessRequest; readonly refused: null; readonly result: Result };

type Refused = Exclude<CrossTeamDecision, { refusal: null }> | 'step_up';

/** Performs actions that the table allows: lock, expire if due, decide, write. */
@Injectable()
export class CrossTeamActions {
  constructor(
    private readonly database: Database,
    private readonly store: RequestStore,
    private readonly expiry: RequestExpiry,
    private readonly stepUp: StepUpGate,
    private readonly audit: Audit,
  ) {}

  /**
   * Runs `work` on the locked request, in the transaction that decided; `stage` is the stage after the action. A refusal is
   * returned out of the transaction, so that both a recorded expiry and the denial are kept.
   *
   * @throws DomainError request_not_found, and every refusal of the table; step_up_required and
   *   mfa_enrollment_required where the request's rule requires a fresh step-up (D62)
   */
  async perform<Result>(
    action: UserAction,
    work: (tx: Tx, request: AccessRequest, stage: Stage) => Promise<Result>,
  ): Promise<Result> {
    const attempt = await this.database.transaction((tx) => this.attempt(tx, action, work));
    if (attempt.refused === null) return attempt.result;
    return this.refuse(action, attempt.request, attempt.refused);
  }

  private async attempt<Result>(
    tx: Tx,
    { caller, requestId, action }: UserAction,
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
    if (!mayVote)
      return { request, refused: { refusal: 'permission_denied', permission: AUTHORITY[action] } };
    if (requiresStepUp(request, action) && !caller.mfaFresh) return { request, refused: 'step_up' };
    return { request, refused: null, result: await work(tx, request, decision.next) };
  }

  private async refuse(
    { caller, event }: UserAction,
    request: AccessRequest,
    refused: Refused,
  ): Promise<never> {
    // Outside of the transaction, because the gate reads the caller's factors on a connection of its own.
    if (refused === 'step_up') throw await this.stepUp.refusal(caller);
    const { refusal, permission } = refused;
    return this.audit.refuse(
      crossTeamRefusal(refusal, permission),
      crossTeamEvents.denied(actorOf(caller), event, request, refusal),
    );
  }
}

/** Returns the decision on an action; the request may turn out to be of another type (D67). */
export function decideOn(request: AccessRequest, action: PersonAction, caller: Caller): CrossTeamDecision {
  if (request.type === 'cross_team') return decide(crossTeamFacts(request), action, caller);
  return { refusal: 'request_status_invalid_transition', permission: null as Permission | null };
}

/**
 * Returns whether the action requires a fresh step-up: under a rule with requires_mfa all do, except refusing to fill
 * (D62).
 */
export function requiresStepUp(request: AccessRequest, action: PersonAction): boolean {
  return request.requires_mfa && action !== 'refuse';
}

/** Returns whether to record a denial on the request: not for unauthorized users, and not for another type of request. */
function isAuthorized(refusal: CrossTeamRefusal): boolean {
  return !UNAUTHORIZED.has(refusal);
}

/** The part of each approval. Existing votes and this one must stay valid until the transaction ends (D100). */
const APPROVES: ReadonlyMap<PersonAction, 'source' | 'security'> = new Map([
  ['approve_source', 'source'],
  ['approve_security', 'security'],
]);

const UNAUTHORIZED: ReadonlySet<CrossTeamRefusal> = new Set([
  'permission_denied',
  'out_of_scope_team',
  'out_of_scope_project',
  'request_status_invalid_transition',
]);

/** Returns whether the action changes the status. */
export function changesStatus(request: AccessRequest, stage: Stage): boolean {
  return STAGES[stage] !== request.stored_status;
}
