import { Audit } from '#libs/audit';
import { newId } from '#libs/core';
import { DestinationReadModel } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import { RequestReadModel } from '#libs/requests';
import { EnvironmentDeletionHooks, Places } from '#libs/tenancy';
import { WrapReadModel } from '#libs/wraps';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/test-database.js';
import type { ObservedApplication } from '../domain/observed-application.js';
import { EndpointService } from '../endpoints.service.js';
import { EndpointStore } from '../endpoints.store.js';
import { EnvironmentMappings } from '../environment-mappings.js';
import { GitopsReadModel } from '../gitops.read-model.js';
import { MappingService } from '../mappings.service.js';
import { MappingStore } from '../mappings.store.js';
import { ObservationService } from '../observations.service.js';
import { ObservationStore } from '../observations.store.js';
import { RequestObservations } from '../request-observations.read-model.js';

export const FIRST_PAGE = { limit: 100, after: null };

interface Place {
  readonly projectId: string;
  readonly environmentId: string;
}

/** The services of GitOps on a database of its own. */
export class GitopsWorld {
  private constructor(
    readonly db: TestDatabase,
    readonly caller: Caller,
  ) {}

  static async open(): Promise<GitopsWorld> {
    const db = await createTestDatabase({ poolSize: 20 });
    return new GitopsWorld(db, await insertCaller(db));
  }

  readonly deletionHooks = new EnvironmentDeletionHooks();
  readonly #audit = new Audit(this.db.database);
  readonly #endpointStore = new EndpointStore();
  readonly #mappingStore = new MappingStore();
  readonly #destinations = new DestinationReadModel();
  readonly #requests = new RequestReadModel(this.db.database, new WrapReadModel());
  readonly endpoints = new EndpointService(
    this.db.database,
    this.#endpointStore,
    this.#mappingStore,
    this.#audit,
  );
  readonly mappings = new MappingService(
    this.db.database,
    this.#endpointStore,
    this.#mappingStore,
    new Places(),
    this.#audit,
  );
  readonly observations = new ObservationService(
    this.db.database,
    this.#endpointStore,
    new ObservationStore(),
    this.#audit,
  );
  readonly readModel = new GitopsReadModel(this.db.database);
  readonly requestObservations = new RequestObservations(
    this.db.database,
    this.#requests,
    this.#destinations,
  );
  readonly environmentMappings = new EnvironmentMappings(this.deletionHooks, this.#mappingStore, this.#audit);

  end(): Promise<void> {
    return this.db.drop();
  }

  /** Creates an enabled endpoint of the cluster and returns its id. */
  async endpoint(clusterName = 'east'): Promise<string> {
    const endpoint = { name: 'argo', clusterName, baseUrl: 'https://argocd.example.test', enabled: true };
    return (await this.endpoints.create(this.caller, endpoint)).id;
  }

  /** Returns a project with one environment. */
  async place(): Promise<Place> {
    const [projectId, environmentId] = [newId(), newId()];
    const { database } = this.db;
    const project = 'INSERT INTO projects (id, name, created_by) VALUES ($1, $2, $3)';
    await database.query(project, [projectId, projectId, this.caller.userId]);
    const environment = `INSERT INTO environments (id, project_id, name, type, kind, risk_level)
      VALUES ($1, $2, 'dev', 'dev', 'non_prod', 1)`;
    await database.query(environment, [environmentId, projectId]);
    return { projectId, environmentId };
  }

  /** Returns the caller's read request, executed so many seconds ago; null: not executed. */
  async request({ projectId, environmentId }: Place, executedSecondsAgo: number | null): Promise<string> {
    const id = newId();
    const sql = `INSERT INTO access_requests (id, type, operation, status_before, status, requester_id, project_id,
        environment_id, provider_connection_id, secret_ref, keys, workflow_id, policy_rule_id, requires_mfa, min_approvers,
        allow_self_approval, wrap_ttl_created_seconds, wrap_ttl_approved_seconds, wrap_ttl_claimed_seconds, expires_at,
        executed_at, correlation_id)
      VALUES ($1, 'read', 'read', 'new', 'approved', $2, $3, $4, $1, 'app/db', '{a}', $1, $1, false, 0, false, 900, 900, 900,
        clock_timestamp() + interval '1 day', clock_timestamp() - make_interval(secs => $5), $1)`;
    await this.db.database.query(sql, [id, this.caller.userId, projectId, environmentId, executedSecondsAgo]);
    return id;
  }

  async events(action: string): Promise<{ actor: string; resource: string; metadata: object }[]> {
    const sql = `SELECT actor, resource, metadata FROM audit_events WHERE action = $1 ORDER BY occurred_at, id`;
    return this.db.database.query(sql, [action]);
  }

  async count(table: string): Promise<number> {
    return (await this.db.database.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`))[0]!.n;
  }
}

/** Returns an application as observed so many seconds ago, with members overridden. */
export function seen(secondsAgo: number, over: Partial<ObservedApplication> = {}): ObservedApplication {
  return {
    name: 'shop',
    namespace: 'argocd',
    project: 'default',
    repo_url: 'https://git.example.test/shop.git',
    path: 'deploy',
    target_revision: 'main',
    sync_status: 'Synced',
    health_status: 'Healthy',
    revision: 'a'.repeat(40),
    observed_at: new Date(Date.now() - secondsAgo * 1000).toISOString(),
    ...over,
  };
}

async function insertCaller({ database }: TestDatabase): Promise<Caller> {
  const userId = newId();
  const email = `${userId}@example.test`;
  await database.query("INSERT INTO users (id, email, email_key, kind) VALUES ($1, $2, $2, 'local')", [
    userId,
    email,
  ]);
  const session = { sessionId: newId(), workload: null, lastMfaAt: null, mfaFresh: false };
  return { userId, email, displayName: null, grants: [], ...session };
}
