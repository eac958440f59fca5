import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import { type Caller, holdsAt, holdsGlobally } from '#libs/permissions';
import { SecurityProfile } from '#libs/config';
import { Database, type Tx } from '#libs/database';
import { type EnvironmentPlace, Places, type ProjectPlace, tenancyErrors } from '#libs/tenancy';
import type { BindingPermission } from './binding-counters.js';
import { type BindingAttempt, outOfScopeBinding } from './out-of-scope-binding.js';
import { providerErrors } from './providers.errors.js';
import { providerEvents } from './providers.events.js';

/** The secrets to bind, and the environment. */
export interface SecretBindings {
  readonly projectId: string;
  readonly environmentId: string;
  readonly secretIds: readonly string[];
}

/**
 * Selects and locks the named secrets. `known`: found by the last discovery; `boundAlready`: bound to an environment of the
 * project.
 */
const FIND = `SELECT s.id, s.status <> 'missing' AS known, EXISTS (
    SELECT FROM environment_secrets es JOIN environments e ON e.id = es.environment_id
    WHERE es.secret_id = s.id AND e.project_id = $2) AS "boundAlready"
  FROM secrets s WHERE s.id = ANY ($1::uuid[]) FOR KEY SHARE OF s`;

/** Binds secrets. A holder of integration.edit takes over a binder's binding, never the reverse. A new row has xmax 0. */
const BIND = `INSERT INTO environment_secrets AS b (environment_id, secret_id, created_by, bound_with)
  SELECT $1, id, $3, $4 FROM unnest($2::uuid[]) id ORDER BY id
  ON CONFLICT (environment_id, secret_id) DO UPDATE SET bound_with = $4
    WHERE b.bound_with = 'integration.bind' AND $4 = 'integration.edit'
  RETURNING secret_id AS id, xmax = 0 AS "isNew"`;

interface FoundSecret {
  readonly id: string;
  readonly known: boolean;
  readonly boundAlready: boolean;
}

/** Binds discovered secrets to environments: a ref bound to prod counts as prod wherever it is requested (D84). */
@Injectable()
export class SecretBindingService {
  constructor(
    private readonly database: Database,
    private readonly places: Places,
    private readonly audit: Audit,
    private readonly profile: SecurityProfile,
  ) {}

  /**
   * Binds secrets to an environment and returns how many were not bound to it before. Records one event for each new
   * binding, and for each that a holder of integration.edit takes over. With integration.bind alone, prod is excluded like
   * for connections (D11), and under the strict profile a secret must be in the last discovery or the project (D95 b).
   *
   * @throws DomainError, with nothing bound: project_not_found, out_of_scope_binding, environment_not_in_project,
   *   prod_binding_not_allowed_for_scope, secret_not_found
   */
  async bind(caller: Caller, bindings: SecretBindings): Promise<number> {
    const project = await this.places.project(this.database, bindings.projectId);
    if (!project) throw tenancyErrors.projectNotFound();
    const permission = permissionOver(caller, project, bindings);
    return this.database.transaction((tx) => this.write(tx, caller, bindings, permission));
  }

  private async write(
    tx: Tx,
    caller: Caller,
    bindings: SecretBindings,
    permission: BindingPermission,
  ): Promise<number> {
    const environment = await this.environment(tx, bindings);
    if (permission === 'integration.bind' && environment.kind === 'prod')
      throw providerErrors.prodBindingNotAllowed();
    const { projectId, environmentId, secretIds } = bindings;
    const found = await tx.query<FoundSecret>(FIND, [secretIds, projectId]);
    if (found.length !== secretIds.length) throw providerErrors.secretNotFound();
    if (permission === 'integration.bind' && this.profile.isStrict && !found.every(isKnown))
      throw outOfScopeBinding(caller, bindings);
    const parameters = [environmentId, secretIds, caller.userId, permission];
    const bound = await tx.query<{ id: string; isNew: boolean }>(BIND, parameters);
    const actor = actorOf(caller);
    const events = bound.map(({ id }) => providerEvents.secretBound(actor, id, bindings, permission));
    await this.audit.record(tx, ...events);
    return bound.filter(({ isNew }) => isNew).length;
  }

  private async environment(tx: Tx, { projectId, environmentId }: SecretBindings): Promise<EnvironmentPlace> {
    const environment = await this.places.lockEnvironmentForShare(tx, environmentId);
    if (environment?.projectId !== projectId) throw tenancyErrors.environmentNotInProject();
    return environment;
  }
}

function permissionOver(caller: Caller, project: ProjectPlace, attempt: BindingAttempt): BindingPermission {
  if (holdsGlobally(caller.grants, 'integration.edit')) return 'integration.edit';
  if (holdsAt(caller.grants, 'integration.bind', project)) return 'integration.bind';
  throw outOfScopeBinding(caller, attempt);
}

function isKnown({ known, boundAlready }: FoundSecret): boolean {
  return known || boundAlready;
}
