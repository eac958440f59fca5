import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Audit } from '#libs/audit';
import { Cache } from '#libs/cache';
import { Database } from '#libs/database';
import { JobOwnership } from '#libs/jobs';
import { createKeyService, KeyService } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';
import { encryptPostedValue, openAgentValue, openDek } from '#libs/agent-protocol';
import { openWrap, STORED_WRAP, storedWrap, type StoredWrapRow, WrapReadModel, WrapStore } from '#libs/wraps';
import { canary } from '../../../test/support/canary.js';
import { recordingRefusals } from '../../audit/src/testing/recording-refusals.js';
import { AgentJobService } from './agent-job.service.js';
import { DataKeyService } from './data-key.service.js';
import { HeartbeatService } from './heartbeat.service.js';
import { type PostedWrap, PostedWrapService } from './posted-wrap.service.js';
import { AgentWrapRetrievalService } from './agent-wrap-retrieval.service.js';
import { AgentWorld, type TestAgent } from './testing/agent-world.js';

let world: AgentWorld;

beforeAll(async () => {
  world = await AgentWorld.open();
});
afterAll(() => world.close());

const code = (error: unknown): string => (error as { code: string }).code;
const claim = (agent: TestAgent): Promise<unknown> =>
  world.get(AgentJobService).claim(agent.principal, 0, new AbortController().signal);
const lapse = (jobId: string): Promise<unknown> =>
  world.db.database.query(
    "UPDATE jobs SET lease_expires_at = clock_timestamp() - interval '1 s' WHERE id = $1",
    [jobId],
  );

/** An agent that holds a read job, with a data key for it. */
async function reader(): Promise<{ agent: TestAgent; jobId: string; dekId: string; dek: SecretBytes }> {
  await world.db.database.query("UPDATE jobs SET status = 'failed'");
  const [agent, { jobId }] = [await world.agent(), await world.enqueue('read')];
  await claim(agent);
  return { agent, jobId, ...(await dataKey(agent, jobId)) };
}

async function dataKey(agent: TestAgent, jobId: string): Promise<{ dekId: string; dek: SecretBytes }> {
  const issued = await world.get(DataKeyService).issue(agent.principal, jobId);
  const dek = openDek(agent.pair, issued.enc, issued.sealedKey, agent.principal.agentId);
  return { dekId: issued.dekId, dek };
}

function sealed(
  agent: TestAgent,
  jobId: string,
  dek: SecretBytes,
  keyName: string,
  value: string,
): Pick<PostedWrap, 'nonce' | 'ciphertext'> {
  return encryptPostedValue(dek, SecretBytes.fromUtf8(value), {
    agentId: agent.principal.agentId,
    jobId,
    keyName,
  });
}

const post = (agent: TestAgent, given: PostedWrap): Promise<string> =>
  world
    .get(PostedWrapService)
    .post(agent.principal, given)
    .then((wrap) => wrap.wrapId, code);

async function stored(wrapId: string): Promise<string> {
  const [row] = await world.db.database.query<StoredWrapRow>(
    `SELECT ${STORED_WRAP} FROM wraps w WHERE id = $1`,
    [wrapId],
  );
  const value = await openWrap(storedWrap(row!), world.get(KeyService));
  return Buffer.from(value.reveal()).toString('utf8');
}

describe('a claimed job', () => {
  it('includes the connection it is for', async () => {
    const [agent, { jobId }] = [await world.agent(), await world.enqueue('read')];
    expect(await claim(agent)).toMatchObject({
      job: { id: jobId, attempt: 1, keys: ['user', 'password'], secretRef: 'app/db' },
      store: { connection: { id: world.connectionId, type: 'vault', scope: { kvMount: 'kv' } }, error: null },
    });
  });

  it('reports a disabled connection instead of describing it', async () => {
    const status = (value: string): Promise<unknown> =>
      world.db.database.query('UPDATE provider_connections SET status = $1', [value]);
    const agent = await world.agent();
    await world.enqueue('read');
    await status('disabled');
    expect(await claim(agent)).toMatchObject({ store: { connection: null, error: 'connection_disabled' } });
    await status('active');
  });

  it('keeps its lease only for the agent that names it in a heartbeat', async () => {
    const { agent, jobId } = await reader();
    await lapse(jobId);
    const answer = await world
      .get(HeartbeatService)
      .beat(agent.principal, { jobIds: [jobId], version: '1.2.3' });
    expect(answer).toEqual({ nextHeartbeatSeconds: 20, gitopsEndpoints: [] });
    expect(await claim(await world.agent())).toBeNull();
    await lapse(jobId);
    await world.get(HeartbeatService).beat(agent.principal, { jobIds: [] });
    expect(await claim(await world.agent())).toMatchObject({ job: { id: jobId, attempt: 2 } });
    const [row] = await world.db.database.query('SELECT version, last_seen_at FROM agents WHERE id = $1', [
      agent.principal.agentId,
    ]);
    expect(row).toMatchObject({ version: '1.2.3', last_seen_at: expect.any(Date) });
  });
});

describe('a value posted by the agent', () => {
  it('becomes a wrap for the requester and is audited without the value', async () => {
    const { agent, jobId, dekId, dek } = await reader();
    const wrapId = await post(agent, {
      jobId,
      dekId,
      keyName: 'user',
      ...sealed(agent, jobId, dek, 'user', 'alice-in-chains'),
    });
    expect(await stored(wrapId)).toBe('alice-in-chains');
    const [event] = await world.events('wrap.create', `wrap:${wrapId}`);
    expect(event).toMatchObject({
      actor: `agent:${agent.principal.agentId}`,
      metadata: { key_name: 'user', audience: 'requester', key_id: world.get(KeyService).keyId },
    });
    expect(JSON.stringify(event)).not.toContain('alice');
  });

  it('is accepted once per key, and only for requested keys', async () => {
    const { agent, jobId, dekId, dek } = await reader();
    const of = (keyName: string): PostedWrap => ({
      jobId,
      dekId,
      keyName,
      ...sealed(agent, jobId, dek, keyName, 'v'),
    });
    const answers = await Promise.all(Array.from({ length: 16 }, () => post(agent, of('user'))));
    expect(answers.filter((answer) => answer === 'wrap_exists')).toHaveLength(15);
    expect(await post(agent, of('other'))).toBe('key_not_requested');
  });

  it('is rejected when any part of it is changed or swapped', async () => {
    const { agent, jobId, dekId, dek } = await reader();
    const good = sealed(agent, jobId, dek, 'user', 'v');
    const flipped = Buffer.from(good.ciphertext, 'base64');
    flipped[0]! ^= 1;
    const of = (change: Partial<PostedWrap>): Promise<string> =>
      post(agent, { jobId, dekId, keyName: 'user', ...good, ...change });
    expect(await of({ ciphertext: flipped.toString('base64') })).toBe('envelope_invalid');
    expect(await of({ nonce: randomBytes(12).toString('base64') })).toBe('envelope_invalid');
    expect(await of({ nonce: 'not base64' })).toBe('envelope_invalid');
    expect(await of({ keyName: 'password' })).toBe('envelope_invalid');
    expect(await of({ ciphertext: '' })).toBe('envelope_invalid');
  });

  it('is rejected above 64 KiB', async () => {
    const { agent, jobId, dekId, dek } = await reader();
    const of = (keyName: string, size: number): Promise<string> =>
      post(agent, { jobId, dekId, keyName, ...sealed(agent, jobId, dek, keyName, 'x'.repeat(size)) });
    expect(await of('user', 65_537)).toBe('validation_failed');
    expect(await stored(await of('password', 65_536))).toHaveLength(65_536);
  });

  it('requires an unexpired data key of the same job and attempt', async () => {
    const first = await reader();
    const { agent, jobId, dekId, dek } = first;
    const value = { keyName: 'user', ...sealed(agent, jobId, dek, 'user', 'v') };
    expect(await post(agent, { jobId, dekId: '00000000-0000-7000-8000-000000000000', ...value })).toBe(
      'dek_expired',
    );
    const { jobId: otherJob } = await world.enqueue('read');
    await claim(agent);
    expect(await post(agent, { jobId: otherJob, dekId, ...value })).toBe('dek_mismatch');
    await lapse(jobId);
    await claim(agent);
    expect(await post(agent, { jobId, dekId, ...value })).toBe('dek_mismatch');
    expect(await post(agent, { jobId, dekId, ...value, attempt: 1 })).toBe('job_not_claimed');
  });

  it('replaces the values of the previous attempt', async () => {
    const { agent, jobId, dekId, dek } = await reader();
    const old = await post(agent, {
      jobId,
      dekId,
      keyName: 'user',
      ...sealed(agent, jobId, dek, 'user', 'old'),
    });
    await lapse(jobId);
    const next = await world.agent();
    await claim(next);
    const fresh = await dataKey(next, jobId);
    const wrapId = await post(next, {
      jobId,
      dekId: fresh.dekId,
      keyName: 'user',
      ...sealed(next, jobId, fresh.dek, 'user', 'new'),
    });
    expect(await stored(wrapId)).toBe('new');
    const [row] = await world.db.database.query('SELECT ciphertext, destroyed_at FROM wraps WHERE id = $1', [
      old,
    ]);
    expect(row).toMatchObject({ ciphertext: null, destroyed_at: expect.any(Date) });
    expect(
      await post(agent, { jobId, dekId, keyName: 'password', ...sealed(agent, jobId, dek, 'password', 'v') }),
    ).toBe('job_not_claimed');
  });

  it('is not found for an agent that never held the job, and neither is its data key', async () => {
    const { jobId, dekId } = await reader();
    const stranger = await world.agent();
    const nothing = { nonce: '', ciphertext: '' };
    expect(await post(stranger, { jobId, dekId, keyName: 'user', ...nothing })).toBe('job_not_found');
    await expect(world.get(DataKeyService).issue(stranger.principal, jobId)).rejects.toMatchObject({
      code: 'job_not_found',
    });
  });

  it('has its data key stored encrypted in the cache', async () => {
    const { dekId, dek } = await reader();
    const cached = (await world.get(Cache).get(`dek:${dekId}`))!.toString('latin1');
    for (const encoding of ['base64', 'base64url', 'hex', 'latin1'] as const) {
      expect(cached).not.toContain(Buffer.from(dek.reveal()).toString(encoding));
    }
  });
});

describe('a value for the agent', () => {
  async function patcher(
    value = canary('new-password'),
  ): Promise<{ agent: TestAgent; wrapId: string; requestId: string; jobId: string }> {
    await world.db.database.query("UPDATE jobs SET status = 'failed'");
    const [agent, { jobId, requestId }] = [await world.agent(), await world.enqueue('patch', ['password'])];
    const wrapId = await world.agentWrap(requestId, 'password', value);
    await claim(agent);
    return { agent, wrapId, requestId, jobId };
  }
  const take = (agent: TestAgent, wrapId: string): Promise<string> =>
    recordingRefusals(
      world.get(Audit),
      world.get(AgentWrapRetrievalService).retrieve(agent.principal, wrapId),
    ).then(() => 'taken', code);

  it('is delivered to the agent that holds the job, sealed to its key', async () => {
    const { agent, wrapId, requestId } = await patcher();
    const wrap = await world.get(AgentWrapRetrievalService).retrieve(agent.principal, wrapId);
    expect(wrap).toMatchObject({ wrapId, requestId, keyName: 'password' });
    expect(JSON.stringify(wrap)).not.toContain(Buffer.from(canary('new-password')).toString('base64'));
    const value = openAgentValue(agent.pair, wrap, agent.principal.agentId, wrapId);
    expect(Buffer.from(value.reveal()).toString('utf8')).toBe(canary('new-password'));
  });

  it('is retrieved once by concurrent calls; its ciphertext is deleted and every refusal audited', async () => {
    const { agent, wrapId } = await patcher();
    const answers = await Promise.all(Array.from({ length: 64 }, () => take(agent, wrapId)));
    expect(answers.filter((answer) => answer === 'taken')).toHaveLength(1);
    expect(answers.filter((answer) => answer === 'wrap_consumed')).toHaveLength(63);
    const [row] = await world.db.database.query('SELECT ciphertext, wrapped_key FROM wraps WHERE id = $1', [
      wrapId,
    ]);
    expect(row).toEqual({ ciphertext: null, wrapped_key: null });
    const events = await world.events('wrap.retrieve', `wrap:${wrapId}`);
    expect(events.filter((event) => event.status === 'success')).toHaveLength(1);
    expect(events.filter((event) => event.status === 'denied')).toHaveLength(63);
  });

  it('is not found for another agent or for one that lost the job', async () => {
    const { agent, wrapId, jobId } = await patcher();
    expect(await take(await world.agent(), wrapId)).toBe('wrap_not_found');
    await lapse(jobId);
    await claim(await world.agent());
    expect(await take(agent, wrapId)).toBe('job_not_claimed');
  });

  it('is not found after its expiry', async () => {
    const { agent, wrapId } = await patcher();
    await world.db.database.query(
      "UPDATE wraps SET expires_at = clock_timestamp() - interval '1 s' WHERE id = $1",
      [wrapId],
    );
    expect(await take(agent, wrapId)).toBe('wrap_expired');
  });

  it('is not consumed by an agent without a public key', async () => {
    const { agent, wrapId } = await patcher();
    const key = (value: Buffer | null): Promise<unknown> =>
      world.db.database.query('UPDATE agents SET public_key = $1 WHERE id = $2', [
        value,
        agent.principal.agentId,
      ]);
    await key(null);
    const keyless = { ...agent, principal: { ...agent.principal, publicKey: null } };
    expect(await take(keyless, wrapId)).toBe('public_key_missing');
    await key(agent.principal.publicKey);
    expect(await take(agent, wrapId)).toBe('taken');
  });

  it('is not consumed when the key service cannot decrypt it', async () => {
    const { agent, wrapId } = await patcher();
    const config = {
      backend: 'local' as const,
      masterKey: SecretBytes.from(randomBytes(32)),
      previousMasterKeys: [],
    };
    const stranger = new AgentWrapRetrievalService(
      world.get(Database),
      world.get(JobOwnership),
      world.get(WrapStore),
      world.get(WrapReadModel),
      createKeyService(config),
      world.get(Audit),
    );
    const taken = recordingRefusals(world.get(Audit), stranger.retrieve(agent.principal, wrapId));
    await expect(taken).rejects.toMatchObject({ reason: 'undecryptable' });
    expect(await take(agent, wrapId)).toBe('taken');
  });
});
