import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AgentJobService,
  type AgentPrincipal,
  AgentService,
  AgentsModule,
  PublicKeyService,
} from '#libs/agents';
import { ProviderConnectionService, ProvidersModule } from '#libs/providers';
import { RequestService, SubmissionService } from '#libs/requests';
import { EnvironmentDeletionHooks } from '#libs/tenancy';
import { UserAdministration } from '#libs/users';
import { generateAgentKeyPair } from '#libs/agent-protocol';
import { type HandOverWorld, openHandOverWorld } from '../../libs/cross-team/src/testing/hand-over-world.js';
import { grant } from '../../libs/requests/src/testing/request-world.js';
import { canary } from '../support/canary.js';

const SCOPE = { address: 'https://store.example.test', kvMount: 'secret' };
const OTHER = { ...SCOPE, address: 'https://elsewhere.example.test' };
const KINDS = ['read', 'patch', 'direct reveal', 'cross-team'] as const;
type Kind = (typeof KINDS)[number];

/** What became of a request and its job once an agent has asked for work. */
interface Outcome {
  /** The address that the agent got, the error instead, or that it got no job. */
  readonly agent: string;
  readonly request: string;
  readonly job: string;
  /** Values that are still there. */
  readonly values: number;
}

const RUNS: Omit<Outcome, 'values'> = { agent: SCOPE.address, request: 'approved', job: 'claimed' };
const CHANGED = {
  agent: 'no job',
  request: 'failed connection_changed',
  job: 'failed connection_changed',
  values: 0,
};
const BOUND_TO_PROD = {
  ...CHANGED,
  request: 'failed secret_bound_to_prod',
  job: 'failed secret_bound_to_prod',
};
const CANCELLED = { agent: 'no job', request: 'cancelled', job: 'failed request_ended', values: 0 };

describe('what changes between the approval of a request and the claim of its job', () => {
  let world: HandOverWorld;
  let agent: AgentPrincipal;
  beforeAll(async () => {
    world = await openHandOverWorld(
      AgentsModule.forRoot({ directMintEnabled: false }),
      ProvidersModule.forSettings({ allowInsecureStoreAddr: false, rejectSecretsInScope: true }),
    );
    agent = { ...world.agent, connectionId: world.connectionId, name: 'a', minted: false, publicKey: null };
  }, 60_000);
  afterAll(() => world?.close());

  const sql = <Row>(text: string, ...parameters: unknown[]) => world.database.query<Row>(text, parameters);
  const connection = (change: object) =>
    world.app
      .get(ProviderConnectionService, { strict: false })
      .update(world.approver, world.connectionId, change);
  const disable = (userId: string, disabled = true) =>
    world.app.get(UserAdministration).setDisabled(world.approver, userId, disabled);
  /** As the discovery and an integrator do it. */
  const bindRef = async (environmentId: string) => {
    await sql(
      `INSERT INTO secrets (id, provider_connection_id, provider, ref) VALUES (gen_random_uuid(), $1, 'vault', 'apps/web')
       ON CONFLICT DO NOTHING`,
      world.connectionId,
    );
    await sql(
      `INSERT INTO environment_secrets (environment_id, secret_id)
       SELECT $1, id FROM secrets WHERE provider_connection_id = $2 AND ref = 'apps/web'`,
      environmentId,
      world.connectionId,
    );
  };
  const removeEnvironment = () => {
    const place = { environmentId: world.devId, projectId: world.projectId };
    const deletionHooks = world.app.get(EnvironmentDeletionHooks, { strict: false });
    return world.database.transaction((tx) => deletionHooks.run(tx, place, 'system:test'));
  };

  beforeEach(async () => {
    await sql(`UPDATE jobs SET status = 'failed', error = 'test' WHERE status IN ('queued', 'claimed')`);
    await sql(`UPDATE workflows SET min_approvers = 1, requires_security_approval = false`);
    await sql('UPDATE policy_rules SET direct_reveal_allowed = true, enabled = true');
  });
  afterEach(async () => {
    await sql(
      `UPDATE provider_connections SET type = 'vault', scope = $1, cluster_name = 'east', status = 'active', name = 'store'`,
      SCOPE,
    );
    await sql('DELETE FROM environment_secrets');
    await sql('UPDATE users SET disabled = false');
    await sql(`UPDATE projects SET status = 'active'`);
    await sql(`UPDATE agents SET status = 'active'`);
    await sql(`INSERT INTO provider_connection_bindings (id, connection_id, project_id)
      VALUES (gen_random_uuid(), '${world.connectionId}', '${world.projectId}') ON CONFLICT DO NOTHING`);
  });

  /** A request whose job waits for an agent. */
  const approved: Record<Kind, () => Promise<string>> = {
    read: async () => approve(await world.submitRead()),
    patch: async () => approve(await world.submitPatch({ k: Buffer.from(canary('value')) })),
    'direct reveal': async () => {
      const caller = { ...world.requester, grants: [grant('secret.reveal.direct')] };
      const place = {
        projectId: world.projectId,
        environmentId: world.devId,
        connectionId: world.connectionId,
      };
      const submissions = world.app.get(SubmissionService);
      return (await submissions.directReveal(caller, { ...place, secretRef: 'apps/web', keys: ['k'] })).id;
    },
    'cross-team': async () => {
      const id = await world.submit(world.requester, 'source_vote');
      const almighty = await world.almighty();
      expect(await world.act(id, 'fill', almighty)).toBe('ok');
      expect(await world.act(id, 'approve_source', world.approver)).toBe('ok');
      return id;
    },
  };
  async function approve(id: string): Promise<string> {
    await world.app.get(RequestService).approve(world.approver, id, { comment: null });
    return id;
  }

  const work = (by = agent) => world.app.get(AgentJobService).claim(by, 0, new AbortController().signal);

  async function outcome(id: string, by = agent): Promise<Outcome> {
    const claimed = await work(by);
    const store = claimed?.store;
    const address = (store?.connection?.scope as typeof SCOPE | undefined)?.address;
    const [row] = await sql<Omit<Outcome, 'agent'>>(
      `SELECT concat_ws(' ', r.status, r.error) AS request, concat_ws(' ', j.status, j.error) AS job,
        (SELECT count(*)::int FROM wraps w WHERE w.request_id = r.id AND w.ciphertext IS NOT NULL) AS values
       FROM access_requests r JOIN jobs j ON j.request_id = r.id WHERE r.id = $1`,
      id,
    );
    return { agent: claimed ? (address ?? store?.error ?? 'no store') : 'no job', ...row! };
  }

  it.each(KINDS)('nothing: the agent of a %s gets the scope of the submission', async (kind) => {
    expect(await outcome(await approved[kind]())).toMatchObject(RUNS);
  });

  describe.each(KINDS)('of a %s:', (kind) => {
    it.each<[string, () => Promise<unknown>]>([
      ["the connection's scope", () => connection({ scope: OTHER })],
      ["the connection's cluster", () => connection({ cluster_name: 'west' })],
      [
        "the connection's type, which no call changes",
        () => sql(`UPDATE provider_connections SET type = 'orchestrator'`),
      ],
      [
        "the connection's scope, and back",
        async () => {
          await connection({ scope: OTHER });
          await connection({ scope: SCOPE });
        },
      ],
    ])('%s: request and job fail, and no value is left', async (_, change) => {
      const id = await approved[kind]();
      await change();
      expect(await outcome(id)).toEqual(CHANGED);
      expect(await world.events('request.failed', `request:${id}`)).toEqual({ success: 1 });
    });

    it('the requester is disabled: it is cancelled at once, and no value is left', async () => {
      const id = await approved[kind]();
      await disable(world.requester.userId);
      expect(await world.status(id)).toBe('cancelled');
      expect(await outcome(id)).toEqual(CANCELLED);
      const events = `SELECT actor, metadata ->> 'reason' AS reason FROM audit_events WHERE action = 'request.cancel' AND resource = $1`;
      expect(await sql(events, `request:${id}`)).toEqual([
        { actor: 'system:user_disabled', reason: 'user_disabled' },
      ]);
    });

    it('the requester is disabled by SQL, as before this release: the claim cancels it', async () => {
      const id = await approved[kind]();
      await sql('UPDATE users SET disabled = true WHERE id = $1', world.requester.userId);
      expect(await outcome(id)).toEqual(CANCELLED);
    });
  });

  it.each<[Kind, object]>([
    ['read', BOUND_TO_PROD],
    ['patch', BOUND_TO_PROD],
    ['direct reveal', BOUND_TO_PROD],
    // It is routed by its destination (D40).
    ['cross-team', RUNS],
  ])(
    'the ref of a %s is bound to prod: it is no longer the ref of a dev environment (D84)',
    async (kind, expected) => {
      const id = await approved[kind]();
      await bindRef(world.prodId);
      expect(await outcome(id)).toMatchObject(expected);
    },
  );

  it('the ref is bound to the environment of the request: it runs', async () => {
    const id = await approved.read();
    await bindRef(world.devId);
    expect(await outcome(id)).toMatchObject(RUNS);
  });

  it.each<[string, () => Promise<unknown>, Partial<Outcome>]>([
    [
      "the connection's name, description and discovery",
      () =>
        connection({
          name: 'renamed',
          description: 'x',
          discover_enabled: true,
          discover_interval_seconds: 60,
        }),
      RUNS,
    ],
    // Specification, "Connection status": the agent fails at provider resolution.
    [
      'the connection is disabled',
      () => connection({ status: 'disabled' }),
      { ...RUNS, agent: 'connection_disabled' },
    ],
    [
      'the connection is disabled and enabled again',
      async () => {
        await connection({ status: 'disabled' });
        await connection({ status: 'active' });
      },
      RUNS,
    ],
    ['the binding is removed', () => sql('DELETE FROM provider_connection_bindings'), RUNS],
    ['a voter is disabled', () => disable(world.approver.userId), RUNS],
    ['the voter loses the permission', () => world.take(world.approver, 'secret.approve'), RUNS],
    ['the requester loses the permission to ask', () => world.take(world.requester, 'secret.request'), RUNS],
    [
      "the requester's sessions are revoked",
      () => world.app.get(UserAdministration).revokeSessions(world.approver, world.requester.userId),
      RUNS,
    ],
    ['the environment is deleted', removeEnvironment, CANCELLED],
    ['the project is archived', () => sql(`UPDATE projects SET status = 'archived'`), RUNS],
    ['the workflow asks for more approvers', () => world.workflow('min_approvers', 5), RUNS],
    ['the rule is disabled', () => sql('UPDATE policy_rules SET enabled = false'), RUNS],
    [
      "the agent's key is replaced",
      async () => {
        const { publicKeyBase64 } = generateAgentKeyPair();
        await world.app.get(PublicKeyService).register(agent, publicKeyBase64);
      },
      RUNS,
    ],
    [
      'the agent is revoked',
      () => world.app.get(AgentService).revoke(world.approver, agent.agentId),
      { agent: 'no job', request: 'approved', job: 'queued' },
    ],
  ])('%s', async (_, change, expected) => {
    const id = await approved.patch();
    await change();
    expect(await outcome(id)).toMatchObject(expected);
    await world.give(world.approver, grant('secret.approve', { project_id: world.projectId }));
  });

  describe('while an agent works on it:', () => {
    it('the connection changes: the agent continues with the scope that was approved', async () => {
      const id = await approved.patch();
      expect(await outcome(id)).toMatchObject(RUNS);
      await connection({ scope: OTHER });
      expect(await world.status(id)).toBe('approved');
    });

    it('the connection changes and the lease lapses: the next claim fails it', async () => {
      const id = await approved.patch();
      await outcome(id);
      await connection({ scope: OTHER });
      await sql(
        `UPDATE jobs SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE request_id = $1`,
        id,
      );
      expect(await outcome(id)).toEqual(CHANGED);
    });

    it('the connection changes between the claim and the read of its scope: the agent does not get it', async () => {
      await approved.read();
      const job = await world.claim();
      await connection({ scope: OTHER });
      const { JobStores } = await import('../../libs/agents/src/job-stores.js');
      const store = await world.app.get(JobStores, { strict: false }).of(job);
      expect(store).toEqual({ connection: null, error: 'connection_changed' });
    });

    it('the requester is disabled: it continues (D28), and is cancelled if the agent is lost', async () => {
      const id = await approved.patch();
      await outcome(id);
      await disable(world.requester.userId);
      expect(await world.status(id)).toBe('approved');
      await sql(
        `UPDATE jobs SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE request_id = $1`,
        id,
      );
      expect(await outcome(id)).toEqual(CANCELLED);
    });
  });

  it('the connection is deleted: request and job fail, its agents are revoked, and no value is left', async () => {
    const id = await approved.patch();
    await sql('DELETE FROM provider_connection_bindings');
    await sql(
      `UPDATE access_requests SET status_before = 'pending', status = 'cancelled' WHERE status = 'pending'`,
    );
    const [row] = await sql<object>('SELECT * FROM provider_connections');
    await world.app
      .get(ProviderConnectionService, { strict: false })
      .delete(world.approver, world.connectionId);
    expect(await outcome(id)).toMatchObject({
      ...{
        agent: 'no job',
        request: 'failed connection_deleted',
        job: 'failed connection_deleted',
        values: 0,
      },
    });
    await sql(
      'INSERT INTO provider_connections SELECT * FROM jsonb_populate_record(NULL::provider_connections, $1)',
      row,
    );
  });

  it('a scope changed concurrently with the claim is never delivered', async () => {
    for (let round = 0; round < 20; round += 1) {
      const id = await approved.read();
      const [, { agent: told, request }] = await Promise.all([connection({ scope: OTHER }), outcome(id)]);
      expect([SCOPE.address, 'connection_changed', 'no job']).toContain(told);
      if (told === 'no job') expect(request).toBe('failed connection_changed');
      await sql('UPDATE provider_connections SET scope = $1', SCOPE);
      await sql(`UPDATE jobs SET status = 'failed', error = 'test' WHERE status = 'claimed'`);
    }
  });
});
