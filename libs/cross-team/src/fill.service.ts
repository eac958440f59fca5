import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import type { Tx } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { type AccessRequest, RequestStore, RequestTransitions } from '#libs/requests';
import type { SecretBytes } from '#libs/secret-bytes';
import { type SealedWrap, wrapEvents, WrapStore } from '#libs/wraps';
import { CrossTeamActions } from './cross-team-actions.js';
import { crossTeamEvents } from './cross-team.events.js';
import type { Stage } from './domain/cross-team-stage.js';
import { FillSealing } from './fill-sealing.js';

export interface FillInput {
  readonly values: ReadonlyMap<string, SecretBytes>;
  readonly comment: string | null;
}

/** Fills requests with the target team's values, or refuses them for the team. */
@Injectable()
export class FillService {
  constructor(
    private readonly actions: CrossTeamActions,
    private readonly sealing: FillSealing,
    private readonly store: RequestStore,
    private readonly transitions: RequestTransitions,
    private readonly wraps: WrapStore,
    private readonly audit: Audit,
  ) {}

  /**
   * Seals every value twice, for the agent and for the requester, before anything is locked (D35). Of two concurrent fills
   * one succeeds. The caller wipes the values.
   *
   * @returns the request as the fill left it
   * @throws DomainError request_not_found, permission_denied, out_of_scope_team, fill_window_expired,
   *   cross_team_already_filled, cross_team_status_invalid_transition, request_status_invalid_transition,
   *   separation_of_duties_violated, cross_team_keys_mismatch, step_up_required, dependency_unavailable
   */
  async fill(caller: Caller, requestId: string, input: FillInput): Promise<AccessRequest> {
    const action = { caller, requestId, action: 'fill', event: 'cross_team.fill' } as const;
    for (;;) {
      const sealed = await this.sealing.seal(caller, requestId, input.values);
      const filled = await this.actions.perform(action, async (tx, request, stage) => {
        // The fill would have been refused but is allowed now (a team was moved): nothing is sealed, so retry.
        if (sealed === null) return null;
        await this.insert(tx, caller, request, sealed);
        await this.moveOn(tx, caller, request, stage, input.comment);
        return this.store.reread(tx, request);
      });
      if (filled) return filled;
    }
  }

  /** Refuses the request, and returns it. @throws the errors of `fill` about status and separation of duties */
  async refuse(caller: Caller, requestId: string, reason: string): Promise<AccessRequest> {
    const action = { caller, requestId, action: 'refuse', event: 'cross_team.refuse' } as const;
    return this.actions.perform(action, async (tx, request) => {
      const actor = actorOf(caller);
      const audit = crossTeamEvents.performed(actor, action.event, request, {});
      await this.transitions.apply(tx, request, 'refuse', {
        actor,
        audit,
        details: { refuseReason: reason },
      });
      return this.store.reread(tx, request);
    });
  }

  private async insert(
    tx: Tx,
    caller: Caller,
    request: AccessRequest,
    sealed: readonly SealedWrap[],
  ): Promise<void> {
    await this.wraps.insertAll(tx, sealed, request.wrap_ttl_created_seconds);
    const created = sealed.map((wrap) => wrapEvents.created(actorOf(caller), wrap, request.correlation_id));
    await this.audit.record(tx, ...created);
  }

  private async moveOn(
    tx: Tx,
    caller: Caller,
    request: AccessRequest,
    stage: Stage,
    comment: string | null,
  ): Promise<void> {
    const actor = actorOf(caller);
    const event = stage === 'approved' ? 'fill_approved' : 'fill';
    const audit = crossTeamEvents.performed(actor, 'cross_team.fill', request, { key_names: request.keys });
    const details = { filledBy: caller.userId, fillComment: comment };
    await this.transitions.apply(tx, request, event, { actor, audit, details });
  }
}
