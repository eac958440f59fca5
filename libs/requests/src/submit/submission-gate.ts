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

/** What a request names. */
export interface SubmitTarget {
  readonly projectId: string;
  readonly environmentId: string;
  readonly connectionId: string;
  readonly secretRef: string;
}

/** What the gate found out about a submit that it lets through. */
export interface SubmissionContext {
  readonly connection: ConnectionForRequest;
  readonly rule: GoverningRule;
}

/** Checks whether a request may be submitted, and finds its rule. It writes denials only. */
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
    place: SubmitTarget,
    operation: 'read' | 'patch',
  ): Promise<SubmissionContext> {
    const { environment, project, archived } = await this.submitPlace(place);
    if (!holdsAt(caller.grants, 'secret.request', project)) {
      return this.deny(caller, place, requestErrors.outOfScopeProject());
    }
    if (archived) throw tenancyErrors.projectArchived();
    if (!environment) throw requestErrors.environmentNotInProject();
    const connection = await this.connectionOf(place);
    if (connection.secretBoundToProd) throw requestErrors.secretBoundToProd();
    this.requireBoundSecret(connection);
    const target = { ...targetOf(environment, connection, place), operation, type: operation };
    return { connection, rule: await this.rules.resolve(caller, target) };
  }

  /**
   * The three conditions in their order: permission, environment kind, policy (D33). Under the strict profile a secret
   * is of the environment's kind only where an integrator bound it to that environment (D95 b).
   *
   * @throws DomainError direct_reveal_not_allowed; project_not_found, environment_not_found, and the rest
   *   of what `forSubmit` raises about archived projects, connections and secrets
   */
  async forDirectReveal(caller: Caller, place: SubmitTarget): Promise<SubmissionContext> {
    if (!holdsAnywhere(caller.grants, 'secret.reveal.direct'))
      return this.denyDirect(caller, place, 'permission');
    const { environment, archived } = await this.revealPlace(place);
    if (!holdsAt(caller.grants, 'secret.reveal.direct', environment))
      return this.denyDirect(caller, place, 'permission');
    if (environment.kind === 'prod') return this.denyDirect(caller, place, 'environment_kind');
    if (archived) throw tenancyErrors.projectArchived();
    const known = await this.connections.forRequest(this.database, place);
    if (known && this.mayBeProd(known)) return this.denyDirect(caller, place, 'environment_kind');
    const connection = await this.connectionOf(place);
    this.requireBoundSecret(connection);
    const target = {
      ...targetOf(environment, connection, place),
      operation: 'reveal',
      type: 'read',
    } as const;
    const rule = await this.rules.resolve(caller, target).catch(asNull('no_matching_policy'));
    if (!rule?.directRevealAllowed) return this.denyDirect(caller, place, 'policy');
    return { connection, rule };
  }

  /** Loads the environment, which brings its project; the project by itself where the environment is not one of its own. */
  private async submitPlace(
    place: SubmitTarget,
  ): Promise<{ environment: EnvironmentPlace | null; project: Place; archived: boolean }> {
    const db = this.database;
    const environment = await this.places.environment(db, place.environmentId);
    if (environment?.projectId === place.projectId)
      return { environment, project: environment, archived: environment.projectStatus === 'archived' };
    const project = await this.places.project(db, place.projectId);
    if (!project) throw tenancyErrors.projectNotFound();
    return { environment: null, project, archived: project.status === 'archived' };
  }

  private async revealPlace(
    place: SubmitTarget,
  ): Promise<{ environment: EnvironmentPlace; archived: boolean }> {
    const db = this.database;
    const environment = await this.places.environment(db, place.environmentId);
    if (environment?.projectId === place.projectId) {
      return { environment, archived: environment.projectStatus === 'archived' };
    }
    const project = await this.places.project(db, place.projectId);
    throw project ? tenancyErrors.environmentNotFound() : tenancyErrors.projectNotFound();
  }

  private async connectionOf(place: SubmitTarget): Promise<ConnectionForRequest> {
    const connection = await this.connections.forRequest(this.database, place);
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

  private denyDirect(caller: Caller, place: SubmitTarget, condition: DirectRevealCondition): Promise<never> {
    return this.deny(caller, place, requestErrors.directRevealNotAllowed(condition), {
      direct: true,
      condition,
    });
  }

  private async deny(caller: Caller, place: SubmitTarget, error: DomainError, metadata = {}): Promise<never> {
    return this.audit.refuse(error, requestEvents.submitDenied(actorOf(caller), place, error.code, metadata));
  }
}

function targetOf(environment: EnvironmentPlace, connection: ConnectionForRequest, place: SubmitTarget) {
  return { project: environment, environment, connection, secretRef: place.secretRef };
}

/** Turns one expected refusal into null; any other goes on. */
function asNull(code: string): (error: unknown) => null {
  return (error) => {
    if (error instanceof DomainError && error.code === code) return null;
    throw error;
  };
}
