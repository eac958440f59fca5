import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { type Caller, holdsAnywhere, holdsAt, type Place } from '#libs/permissions';
import { Database } from '#libs/database';
import { DomainError } from '#libs/core';
import { type GoverningRule, GoverningRuleService } from '#libs/policies';
import { type ConnectionForRequest, ConnectionReadModel, providerErrors } from '#libs/providers';
import { type EnvironmentPlace, Places, tenancyErrors } from '#libs/tenancy';
import { RequestSettings } from '../request-settings.js';
import { type DirectRevealCondition, requestErrors } from '../requests.errors.js';
import { requestEvents } from '../requests.events.js';

/** What is requested. */
export interface SubmitTarget {
  readonly projectId: string;
  readonly environmentId: string;
  readonly connectionId: string;
  readonly secretRef: string;
}

/** A preview records neither denials nor a violated invariant, because nothing is attempted. */
export type GatePurpose = 'submit' | 'preview';

/** The connection and the governing rule of an allowed submission. */
export interface SubmissionContext {
  readonly connection: ConnectionForRequest;
  readonly rule: GoverningRule;
}

/** Checks whether a request may be submitted, and finds its rule. Writes only denials. */
@Injectable()
export class SubmissionGate {
  constructor(
    private readonly database: Database,
    private readonly places: Places,
    private readonly connections: ConnectionReadModel,
    private readonly rules: GoverningRuleService,
    private readonly audit: Audit,
    private readonly settings: RequestSettings,
  ) {}

  /**
   * @throws DomainError project_not_found, out_of_scope_project, project_archived, environment_not_in_project,
   *   connection_not_found, connection_not_bound, connection_disabled, secret_bound_to_prod, secret_not_bound,
   *   no_matching_policy, workflow_disabled, prod_needs_approval
   */
  async forSubmit(
    caller: Caller,
    target: SubmitTarget,
    operation: 'read' | 'patch',
    purpose: GatePurpose = 'submit',
  ): Promise<SubmissionContext> {
    const { environment, project, archived } = await this.locate(target);
    if (!holdsAt(caller.grants, 'secret.request', project)) {
      return this.deny(caller, target, purpose, tenancyErrors.outOfScopeProject());
    }
    if (archived) throw tenancyErrors.projectArchived();
    if (!environment) throw tenancyErrors.environmentNotInProject();
    const connection = await this.connectionOf(target);
    if (connection.secretBoundToProd) throw requestErrors.secretBoundToProd();
    this.requireBoundSecret(connection);
    const ruleTarget = { ...ruleTargetOf(environment, connection, target), operation, type: operation };
    return { connection, rule: await this.rules.resolve(caller, ruleTarget, purpose) };
  }

  /**
   * Checks the three conditions in order: permission, environment kind, policy (D33). Under the strict profile, an integrator
   * must have bound the secret to this environment (D95 b).
   *
   * @throws DomainError direct_reveal_not_allowed; project_not_found, environment_not_found, and the errors of `forSubmit`
   *   about archived projects, connections and secrets
   */
  async forDirectReveal(
    caller: Caller,
    target: SubmitTarget,
    purpose: GatePurpose = 'submit',
  ): Promise<SubmissionContext> {
    const deny = (condition: DirectRevealCondition): Promise<never> =>
      this.denyDirect(caller, target, purpose, condition);
    if (!holdsAnywhere(caller.grants, 'secret.reveal.direct')) return deny('permission');
    const { environment, archived } = await this.locate(target);
    if (!environment) throw tenancyErrors.environmentNotFound();
    if (!holdsAt(caller.grants, 'secret.reveal.direct', environment)) return deny('permission');
    if (environment.kind === 'prod') return deny('environment_kind');
    if (archived) throw tenancyErrors.projectArchived();
    const known = await this.connections.forRequest(this.database, target);
    if (known && this.mayBeProd(known)) return deny('environment_kind');
    const connection = await this.connectionOf(target);
    this.requireBoundSecret(connection);
    const ruleTarget = {
      ...ruleTargetOf(environment, connection, target),
      operation: 'reveal',
      type: 'read',
    } as const;
    const rule = await this.rules.resolve(caller, ruleTarget, purpose).catch(asNull('no_matching_policy'));
    if (!rule?.directRevealAllowed) return deny('policy');
    return { connection, rule };
  }

  /**
   * Loads the project with its environment, which is null when it is unknown or belongs to another project.
   *
   * @throws DomainError project_not_found
   */
  private async locate(
    target: SubmitTarget,
  ): Promise<{ environment: EnvironmentPlace | null; project: Place; archived: boolean }> {
    const db = this.database;
    const environment = await this.places.environment(db, target.environmentId);
    if (environment?.projectId === target.projectId)
      return { environment, project: environment, archived: environment.projectStatus === 'archived' };
    const project = await this.places.project(db, target.projectId);
    if (!project) throw tenancyErrors.projectNotFound();
    return { environment: null, project, archived: project.status === 'archived' };
  }

  private async connectionOf(target: SubmitTarget): Promise<ConnectionForRequest> {
    const connection = await this.connections.forRequest(this.database, target);
    if (!connection) throw providerErrors.connectionNotFound();
    if (!connection.boundToEnvironment) throw requestErrors.connectionNotBound();
    if (connection.status === 'disabled') throw providerErrors.connectionDisabled();
    return connection;
  }

  private mayBeProd({ secretBoundToProd, secretBoundByIntegrator }: ConnectionForRequest): boolean {
    return secretBoundToProd || (this.settings.strict && !secretBoundByIntegrator);
  }

  private requireBoundSecret(connection: ConnectionForRequest): void {
    if (this.settings.requireBoundSecrets && !connection.secretBoundToEnvironment)
      throw requestErrors.secretNotBound();
  }

  private denyDirect(
    caller: Caller,
    target: SubmitTarget,
    purpose: GatePurpose,
    condition: DirectRevealCondition,
  ): Promise<never> {
    return this.deny(caller, target, purpose, requestErrors.directRevealNotAllowed(condition), {
      direct: true,
      condition,
    });
  }

  private async deny(
    caller: Caller,
    target: SubmitTarget,
    purpose: GatePurpose,
    error: DomainError,
    metadata = {},
  ): Promise<never> {
    if (purpose === 'preview') throw error;
    return this.audit.refuse(
      error,
      requestEvents.submitDenied(actorOf(caller), target, error.code, metadata),
    );
  }
}

function ruleTargetOf(environment: EnvironmentPlace, connection: ConnectionForRequest, target: SubmitTarget) {
  return { project: environment, environment, connection, secretRef: target.secretRef };
}

/** Turns one expected error into null and rethrows any other. */
function asNull(code: string): (error: unknown) => null {
  return (error) => {
    if (error instanceof DomainError && error.code === code) return null;
    throw error;
  };
}
