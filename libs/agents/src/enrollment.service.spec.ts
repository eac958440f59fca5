import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { JobQueue } from '#libs/jobs';
import { generateAgentKeyPair } from '#libs/agent-protocol';
import { AgentAuthentication } from './agent-authentication.js';
import { AgentJobService } from './agent-job.service.js';
import type { AgentPrincipal } from './agent.js';
import { handedOut } from '../../../test/support/canary.js';
import { ClusterEndpoints } from './cluster-endpoints.js';
import { EnrollmentTokenReadModel } from './enrollment-token.read-model.js';
import { EnrollmentTokenService } from './enrollment-token.service.js';
import { type Enrollment, EnrollmentService } from './enrollment.service.js';
import { HeartbeatService } from './heartbeat.service.js';
import { AgentWorld, SOURCE_ADDRESS } from './testing/agent-world.js';

/** One endpoint of each cluster, named after it. */
class ClusterEndpointsOf {
  constructor(private readonly names: readonly string[]) {}
  of(name: string) {
    return Promise.resolve(this.names.filter((each) => each === name).map((id) => ({ id, baseUrl: '' })));
  }
}

let world: AgentWorld;
let enrollment: EnrollmentService;
let publicKey: string;

beforeAll(async () => {
  world = await AgentWorld.open();
  enrollment = world.get(EnrollmentService);
  publicKey = generateAgentKeyPair().publicKeyBase64;
});
afterAll(() => world.close());

const enroll = (given: Partial<Enrollment> & { token: string }, source = SOURCE_ADDRESS): Promise<string> =>
  enrollment.enroll({ name: 'agent', clusterName: 'east', publicKey, ...given }, source).then(
    () => 'enrolled',
    (error: { code: string }) => error.code,
  );

const count = async (table: string): Promise<number> => {
  const [row] = await world.db.database.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM ${table}`,
  );
  return row!.count;
};

describe('enrolling an agent', () => {
  it('creates one agent per token under concurrent calls', async () => {
    const [{ id, token }, before] = [await world.token(), await count('agents')];
    const answers = await Promise.all(Array.from({ length: 64 }, () => enroll({ token })));
    expect(answers.filter((answer) => answer === 'enrolled')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'enrollment_token_consumed')).toHaveLength(63);
    expect(await count('agents')).toBe(before + 1);
    const events = await world.events('agent.enroll', `enrollment_token:${id}`);
    // Written concurrently: the tenth may come before the first.
    const recorded = events.map(({ metadata }) => metadata);
    expect(recorded.sort((one, other) => Number(one.count) - Number(other.count))).toEqual([
      { error_kind: 'enrollment_token_consumed', ip: SOURCE_ADDRESS, count: 1 },
      { error_kind: 'enrollment_token_consumed', ip: SOURCE_ADDRESS, count: 10 },
    ]);
  });

  it("binds the agent to the token's connection and audits it", async () => {
    const { principal } = await world.agent();
    expect(principal).toMatchObject({ connectionId: world.connectionId, clusterName: 'east', minted: false });
    expect(principal.publicKey).toHaveLength(32);
    expect(await world.events('agent.enroll', `agent:${principal.agentId}`)).toMatchObject([
      { actor: `agent:${principal.agentId}`, status: 'success' },
    ]);
  });

  it('stores neither the token nor the credential in any column or audit row', async () => {
    const { token } = await world.token();
    const { secret } = await enrollment.enroll(
      { token, name: 'a', clusterName: 'east', publicKey },
      SOURCE_ADDRESS,
    );
    const rows = await world.db.database.query<{ row: string }>(
      `SELECT to_jsonb(a)::text AS row FROM agents a UNION ALL SELECT to_jsonb(t)::text FROM enrollment_tokens t
       UNION ALL SELECT to_jsonb(e)::text FROM audit_events e`,
    );
    const stored = rows.map(({ row }) => row).join();
    for (const credential of [token, secret]) {
      expect(stored).not.toContain(credential);
      expect(stored).not.toContain(Buffer.from(credential, 'base64url').toString('hex'));
    }
  });

  it('does not consume the token when the cluster differs or the key is invalid', async () => {
    const { token } = await world.token();
    expect(await enroll({ token, clusterName: 'west' })).toBe('cluster_mismatch');
    expect(await enroll({ token, publicKey: Buffer.alloc(32).toString('base64') })).toBe(
      'public_key_invalid',
    );
    expect(await enroll({ token, publicKey: Buffer.alloc(31, 9).toString('base64') })).toBe(
      'public_key_invalid',
    );
    expect(await enroll({ token })).toBe('enrolled');
  });

  it('rejects calls from one address after 30 failures without a lookup, and no other address', async () => {
    const [spent, good] = [await world.token(), await world.token()];
    expect(await enroll({ token: spent.token })).toBe('enrolled');
    const from = (address: string, token: string): Promise<string> => enroll({ token }, address);
    const before = await Promise.all(Array.from({ length: 40 }, () => from('192.0.2.30', spent.token)));
    expect(new Set(before)).toEqual(new Set(['enrollment_token_consumed']));
    const guesses = await Promise.all(Array.from({ length: 100 }, () => from('192.0.2.30', 'guess')));
    expect(guesses.filter((answer) => answer === 'unauthorized')).toHaveLength(30);
    expect(guesses.filter((answer) => answer === 'rate_limited')).toHaveLength(70);
    expect(await from('192.0.2.30', good.token)).toBe('rate_limited');
    expect(await from('192.0.2.31', good.token)).toBe('enrolled');
  });

  it('rejects unknown, revoked and expired tokens', async () => {
    const [revoked, expired] = [await world.token(), await world.token()];
    await world.get(EnrollmentTokenService).revoke(world.admin, world.connectionId, revoked.id);
    const sql = "UPDATE enrollment_tokens SET expires_at = clock_timestamp() - interval '1 s' WHERE id = $1";
    await world.db.database.query(sql, [expired.id]);
    expect(await enroll({ token: 'no-such-token' })).toBe('unauthorized');
    expect(await enroll({ token: revoked.token })).toBe('unauthorized');
    expect(await enroll({ token: expired.token })).toBe('enrollment_token_expired');
    const page = await world
      .get(EnrollmentTokenReadModel)
      .list(world.connectionId, { limit: 100, after: null });
    const statuses = new Map(page.rows.map((row) => [row.id, row.status]));
    expect([statuses.get(revoked.id), statuses.get(expired.id)]).toEqual(['revoked', 'expired']);
  });

  it('rejects a used token without an attempt to consume it: anybody who finds one can send it at any rate', async () => {
    const { token } = await world.token();
    expect(await enroll({ token })).toBe('enrolled');
    const answer = await world.db.database.transaction(async (tx) => {
      // Writers wait, readers do not.
      await tx.query('LOCK TABLE enrollment_tokens IN EXCLUSIVE MODE');
      return enroll({ token });
    });
    expect(answer).toBe('enrollment_token_consumed');
  });

  it('refuses to revoke a used token', async () => {
    const { id, token } = await world.token();
    await enroll({ token });
    const revoke = world.get(EnrollmentTokenService).revoke(world.admin, world.connectionId, id);
    await expect(revoke).rejects.toMatchObject({ code: 'enrollment_token_consumed' });
  });
});

describe('the cluster of an agent (D104)', () => {
  const tokens = () => world.get(EnrollmentTokenService);
  const clusters = new ClusterEndpointsOf(['east', 'west']);
  beforeAll(() => world.get(ClusterEndpoints).register((name) => clusters.of(name)));

  /** A connection that names no cluster, unless told otherwise. */
  async function connection(clusterName: string | null = null): Promise<string> {
    const sql = `INSERT INTO provider_connections (id, name, type, cluster_name, scope)
      VALUES (gen_random_uuid(), gen_random_uuid()::text, 'vault', $1, '{}') RETURNING id`;
    return (await world.db.database.query<{ id: string }>(sql, [clusterName]))[0]!.id;
  }
  async function issue(connectionId: string, clusterName?: string): Promise<string> {
    const { token } = await tokens().issue(world.admin, connectionId, { clusterName });
    handedOut('enrollment token', token);
    return token;
  }
  async function agentOf(token: string, clusterName: string): Promise<AgentPrincipal> {
    const { agentId, secret } = await enrollment.enroll(
      { token, name: 'a', clusterName, publicKey },
      SOURCE_ADDRESS,
    );
    handedOut('agent secret', secret);
    return world.get(AgentAuthentication).authenticate(agentId, secret, SOURCE_ADDRESS);
  }
  async function enrolled(token: string, clusterName: string) {
    const principal = await agentOf(token, clusterName);
    const told = await world.get(HeartbeatService).beat(principal, { jobIds: [] });
    return { cluster: principal.clusterName, endpoints: told!.gitopsEndpoints.map(({ id }) => id) };
  }

  it.each<[string, string | null, string | undefined, string, string | null]>([
    ["the connection's", 'east', undefined, 'east', 'east'],
    ["the connection's, which its token repeats", 'east', 'east', 'east', 'east'],
    ["its token's, where the connection names none", null, 'west', 'west', 'west'],
    ['none, where neither names one, whatever it calls its own', null, undefined, 'west', null],
  ])('is only %s', async (_, ofConnection, ofToken, own, expected) => {
    const agent = await enrolled(await issue(await connection(ofConnection), ofToken), own);
    expect(agent).toEqual({ cluster: expected, endpoints: expected === null ? [] : [expected] });
  });

  it('must match the cluster of the token, which is not consumed otherwise', async () => {
    const token = await issue(await connection(), 'west');
    expect(await enroll({ token, clusterName: 'east' })).toBe('cluster_mismatch');
    expect(await enroll({ token, clusterName: 'west' })).toBe('enrolled');
  });

  it('must match the connection when the token is created and when it is used', async () => {
    const id = await connection('east');
    await expect(issue(id, 'west')).rejects.toMatchObject({ code: 'cluster_mismatch' });
    const token = await issue(id, 'east');
    await world.db.database.query(`UPDATE provider_connections SET cluster_name = 'west' WHERE id = $1`, [
      id,
    ]);
    for (const own of ['east', 'west'])
      expect(await enroll({ token, clusterName: own })).toBe('cluster_mismatch');
  });

  it('determines which jobs without a connection the agent can claim; without a cluster, none', async () => {
    const id = await connection();
    const [none, west] = [await issue(id), await issue(id, 'west')];
    const unbound = {
      kind: 'connectivity_check' as const,
      requestId: null,
      connectionId: null,
      clusterName: 'west',
      target: { name: 't', type: 'vault', scope: {} },
      secretRef: null,
      keys: [],
      valueTtlSeconds: null,
      correlationId: id,
    };
    const jobId = await world.get(JobQueue).enqueueAlone({ ...unbound, actor: 'system:test' });
    const claim = async (token: string) =>
      (await world.get(AgentJobService).claim(await agentOf(token, 'west'), 0, new AbortController().signal))
        ?.job.id;
    expect([await claim(none), await claim(west)]).toEqual([undefined, jobId]);
  });
});
