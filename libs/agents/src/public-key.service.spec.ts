import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { renderMetrics } from '#libs/metrics';
import { SecretBytes } from '#libs/secret-bytes';
import { encryptPostedValue, generateAgentKeyPair, openDek } from '#libs/agent-protocol';
import { AgentAuthentication } from './agent-authentication.js';
import { AgentJobService } from './agent-job.service.js';
import { DataKeyService } from './data-key.service.js';
import { PostedWrapService } from './posted-wrap.service.js';
import { fingerprintOf } from './public-key.js';
import { PublicKeyService } from './public-key.service.js';
import { AgentWrapRetrievalService } from './agent-wrap-retrieval.service.js';
import { AgentWorld, SOURCE_ADDRESS, type TestAgent } from './testing/agent-world.js';

let world: AgentWorld;
let agent: TestAgent;

beforeAll(async () => {
  world = await AgentWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.db.database.query("UPDATE jobs SET status = 'failed'");
  agent = await world.agent();
});

const register = async (key: string): Promise<void> =>
  world.get(PublicKeyService).register(agent.principal, key);
const replace = async (): Promise<string> => {
  const { publicKeyBase64 } = generateAgentKeyPair();
  await register(publicKeyBase64);
  return publicKeyBase64;
};
const current = async (): Promise<TestAgent> => {
  const { agentId } = agent.principal;
  return {
    ...agent,
    principal: await world.get(AgentAuthentication).authenticate(agentId, agent.secret, SOURCE_ADDRESS),
  };
};
const claim = (by: TestAgent): Promise<unknown> =>
  world.get(AgentJobService).claim(by.principal, 0, new AbortController().signal);
const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'done',
    (error: { code: string }) => error.code,
  );
const events = () => world.events('agent.public_key', `agent:${agent.principal.agentId}`);
const changes = async (kind = 'enrolled'): Promise<number> =>
  Number(
    new RegExp(`agent_public_key_changes_total\\{kind="${kind}"\\} (\\d+)`).exec(await renderMetrics())?.[1],
  );

describe('an agent’s public key', () => {
  it('is audited with both fingerprints and counted when it replaces another', async () => {
    const before = await changes();
    const key = Buffer.from(await replace(), 'base64');
    expect(await events()).toMatchObject([
      {
        actor: `agent:${agent.principal.agentId}`,
        status: 'success',
        metadata: {
          fingerprint: fingerprintOf(key),
          previous_fingerprint: fingerprintOf(agent.principal.publicKey!),
        },
      },
    ]);
    expect(fingerprintOf(key)).toMatch(/^sha256:[0-9a-f]{64}$/);
    expect(await changes()).toBe(before + 1);
  });

  it('is not a change when it is the first key or the same key', async () => {
    const { agentId, publicKey } = agent.principal;
    const before = await changes();
    await register(publicKey!.toString('base64'));
    expect(await events()).toEqual([]);
    await world.db.database.query('UPDATE agents SET public_key = NULL WHERE id = $1', [agentId]);
    await register(publicKey!.toString('base64'));
    expect(await events()).toMatchObject([
      { metadata: { previous_fingerprint: null, fingerprint: fingerprintOf(publicKey!), released_jobs: [] } },
    ]);
    expect(await changes()).toBe(before);
  });

  it('is replaced once by 64 concurrent calls with the same key', async () => {
    const [before, { publicKeyBase64 }] = [await changes(), generateAgentKeyPair()];
    await Promise.all(Array.from({ length: 64 }, () => register(publicKeyBase64)));
    expect(await events()).toHaveLength(1);
    expect(await changes()).toBe(before + 1);
  });

  it('requeues the jobs claimed with the previous key', async () => {
    const { jobId } = await world.enqueue('read');
    await claim(agent);
    await replace();
    expect(await events()).toMatchObject([{ metadata: { released_jobs: [jobId] } }]);
    expect(await codeOf(world.get(DataKeyService).issue(agent.principal, jobId))).toBe('job_not_claimed');
    expect(await claim(await current())).toMatchObject({ job: { id: jobId, attempt: 2 } });
  });

  it('invalidates data keys sealed to the previous key, also of the same job and attempt', async () => {
    const { jobId } = await world.enqueue('read');
    await claim(agent);
    const issued = await world.get(DataKeyService).issue(agent.principal, jobId);
    const dek = openDek(agent.pair, issued.enc, issued.sealedKey, agent.principal.agentId);
    await replace();
    const binding = { agentId: agent.principal.agentId, jobId, keyName: 'user' };
    const value = encryptPostedValue(dek, SecretBytes.fromUtf8('v'), binding);
    const post = { jobId, dekId: issued.dekId, keyName: 'user', ...value };
    const by = (await current()).principal;
    expect(await codeOf(world.get(PostedWrapService).post(by, post))).toBe('job_not_claimed');
    // As if the job had stayed where it was: the key alone decides.
    await world.db.database.query(
      `UPDATE jobs SET status = 'claimed', lease_expires_at = clock_timestamp() + interval '1 min' WHERE id = $1`,
      [jobId],
    );
    expect(await codeOf(world.get(PostedWrapService).post(by, post))).toBe('dek_expired');
    expect(await codeOf(world.get(PostedWrapService).post(agent.principal, post))).toBe('done');
  });

  it('gets no value from a call authenticated before the key was replaced', async () => {
    const { requestId } = await world.enqueue('patch', ['password']);
    const wrapId = await world.agentWrap(requestId, 'password', 'v');
    const before = agent;
    await replace();
    const now = await current();
    await claim(now);
    const take = (by: TestAgent): Promise<string> =>
      codeOf(world.get(AgentWrapRetrievalService).retrieve(by.principal, wrapId));
    expect(await take(before)).toBe('job_not_claimed');
    expect(await take(now)).toBe('done');
  });

  it('is unchanged when its audit event cannot be written', async () => {
    const { jobId } = await world.enqueue('read');
    await claim(agent);
    const before = await changes();
    await world.db.database.query('ALTER TABLE audit_events RENAME TO audit_events_away');
    const { publicKeyBase64 } = generateAgentKeyPair();
    await expect(register(publicKeyBase64)).rejects.toBeDefined();
    await world.db.database.query('ALTER TABLE audit_events_away RENAME TO audit_events');
    expect((await current()).principal.publicKey).toEqual(agent.principal.publicKey);
    expect(await codeOf(world.get(DataKeyService).issue(agent.principal, jobId))).toBe('done');
    expect(await changes()).toBe(before);
  });
});
