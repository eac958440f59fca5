import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { StepUpGate } from '#libs/auth';
import { Database, type Tx } from '#libs/database';
import { newId, ownCorrelationId } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { type NewRequest, NewRequestStore, type SubmittedRequest } from '#libs/requests';
import { Places } from '#libs/tenancy';
import { CrossTeamGate, type CrossTeamContext, type CrossTeamTarget } from './cross-team-gate.js';
import { crossTeamErrors } from './cross-team.errors.js';
import { crossTeamEvents } from './cross-team.events.js';

/** Submits cross-team requests. */
@Injectable()
export class CrossTeamSubmission {
  constructor(
    private readonly database: Database,
    private readonly gate: CrossTeamGate,
    private readonly stepUp: StepUpGate,
    private readonly places: Places,
    private readonly store: NewRequestStore,
    private readonly audit: Audit,
  ) {}

  /**
   * Inserts a request in `pending_values`, with the workflow's values frozen, and returns it.
   *
   * @throws DomainError the errors of the gate; step_up_required where the rule requires it (D41)
   */
  async submit(caller: Caller, target: CrossTeamTarget): Promise<SubmittedRequest> {
    const context = await this.gate.pass(caller, target);
    if (context.rule.requiresMfa) await this.stepUp.require(caller);
    const request = newRequest(caller, target, context);
    return this.database.transaction((tx) => this.write(tx, caller, request, context));
  }

  private async write(
    tx: Tx,
    caller: Caller,
    request: NewCrossTeamRequest,
    { environmentKind }: CrossTeamContext,
  ): Promise<SubmittedRequest> {
    // Refuses an environment or a connection that was deleted after the checks (D86).
    const environment = await this.places.lockEnvironmentForShare(tx, request.environmentId);
    if (environment?.projectId !== request.crossTeam.targetProjectId) throw crossTeamErrors.invalidTarget();
    if (!(await this.store.insert(tx, request))) throw crossTeamErrors.destinationUnbound();
    const submitted = { ...request, ...request.crossTeam, environmentKind };
    await this.audit.record(tx, crossTeamEvents.submitted(actorOf(caller), submitted));
    return this.store.read(tx, request.id);
  }
}

type NewCrossTeamRequest = NewRequest & Required<Pick<NewRequest, 'crossTeam'>>;

function newRequest(
  caller: Caller,
  target: CrossTeamTarget,
  { source, connection, rule }: CrossTeamContext,
): NewCrossTeamRequest {
  return {
    id: newId(),
    type: 'cross_team',
    operation: 'patch',
    status: 'pending_values',
    direct: false,
    requesterId: caller.userId,
    projectId: source.projectId,
    environmentId: target.targetEnvironmentId,
    connectionId: target.connectionId,
    connectionVersion: connection.version,
    secretRef: target.secretRef,
    keys: target.keys,
    justification: target.justification,
    ruleId: rule.ruleId,
    requiresMfa: rule.requiresMfa,
    workflow: rule.workflow,
    ttlSeconds: rule.workflow.fillTtlSeconds,
    correlationId: ownCorrelationId(),
    crossTeam: { targetTeamId: target.targetTeamId, targetProjectId: target.targetProjectId },
  };
}
