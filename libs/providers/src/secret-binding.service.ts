import { Injectable } from '@nestjs/common';
import { Audit } from '#libs/audit';
import { holdsAt, holdsGlobally } from '#libs/coverage';
import { Database, queryIn, type Tx } from '#libs/database';
import { actorOf, type Caller } from '#libs/rbac';
import { type EnvironmentPlace, Places, type ProjectPlace, tenancyErrors } from '#libs/tenancy';
import type { BindingPermission } from './binding-counters.js';
import { providerErrors } from './providers.errors.js';
import { providerEvents } from './providers.events.js';

export interface SecretBindings {
  readonly projectId: string;
  readonly environmentId: string;
  readonly secretIds: readonly string[];
}

/** The named secrets that exist stay while the transaction lasts; gives how many they are, and the new ones. */
const BIND = `WITH named AS (SELECT s.id FROM secrets s WHERE s.id = ANY ($2::uuid[]) FOR KEY SHARE),
  made AS (INSERT INTO environment_secrets (environment_id, secret_id, created_by) SELECT $1, id, $3 FROM named
    ON CONFLICT DO NOTHING RETURNING secret_id)
  SELECT (SELECT count(*)::int FROM named) AS known, ARRAY(SELECT secret_id FROM made ORDER BY secret_id) AS made`;

/** Says which environments a discovered secret belongs to: a ref bound to prod is prod wherever it is asked for (D84). */
@Injectable()
export class SecretBindingService {
  constructor(
    private readonly database: Database,
    private readonly places: Places,
    private readonly audit: Audit,
  ) {}

  /**
   * Binds secrets to an environment, with one event each, and gives how many were not bound to it before.
   * Who holds integration.bind alone binds where connections too can be bound: not in prod (D11).
   *
   * @throws DomainError project_not_found, out_of_scope_binding, environment_not_in_project,
   *   prod_binding_not_allowed_for_scope, secret_not_found; then nothing is bound
   */
  async bind(caller: Caller, bindings: SecretBindings): Promise<number> {
    const project = await this.places.project(this.database.manager, bindings.projectId);
    if (!project) throw tenancyErrors.projectNotFound();
    const permission = await this.permissionOver(caller, project, bindings);
    return this.database.transaction(async (tx) => {
      const environment = await this.environment(tx, bindings);
      if (permission === 'integration.bind' && environment.kind === 'prod')
        throw providerErrors.prodBindingNotAllowed();
      const made = await this.insert(tx, caller, bindings);
      const events = made.map((id) => providerEvents.secretBound(actorOf(caller), id, bindings, permission));
      await this.audit.record(tx, ...events);
      return made.length;
    });
  }

  private async permissionOver(
    caller: Caller,
    project: ProjectPlace,
    { projectId, environmentId }: SecretBindings,
  ): Promise<BindingPermission> {
    if (holdsGlobally(caller.grants, 'integration.edit')) return 'integration.edit';
    if (holdsAt(caller.grants, 'integration.bind', project)) return 'integration.bind';
    await this.audit.recordDenial(
      providerEvents.bindingDenied(actorOf(caller), { projectId, environmentId }),
    );
    throw providerErrors.outOfScopeBinding();
  }

  private async environment(tx: Tx, { projectId, environmentId }: SecretBindings): Promise<EnvironmentPlace> {
    const environment = await this.places.environmentHeld(tx, environmentId);
    if (environment?.projectId !== projectId) throw providerErrors.environmentNotInProject();
    return environment;
  }

  private async insert(
    tx: Tx,
    caller: Caller,
    { environmentId, secretIds }: SecretBindings,
  ): Promise<string[]> {
    const parameters = [environmentId, secretIds, caller.userId];
    const [row] = await queryIn<{ known: number; made: string[] }>(tx, BIND, parameters);
    if (row?.known !== secretIds.length) throw providerErrors.secretNotFound();
    return row.made;
  }
}
