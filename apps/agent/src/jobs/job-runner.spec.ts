import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type DevKv, startDevKv } from '../../../../tools/dev-kv/start-dev-kv.js';
import { FakeControlPlane, refusal, type WireJob } from '../testing/fake-control-plane.js';
import { RunningAgent } from '../testing/running-agent.js';

const TOKEN = 'hvs.job-test-token';
const CANARY = 'CANARY-5f1c-value';

let api: FakeControlPlane;
let kv: DevKv;
let agent: RunningAgent;

beforeEach(async () => {
  api = await new FakeControlPlane().start();
  kv = await startDevKv({ token: TOKEN });
  agent = new RunningAgent(api, { VAULT_TOKEN: TOKEN, VAULT_ADDR: kv.url });
});

afterEach(async () => {
  await agent.stop();
  await Promise.all([api.stop(), kv.stop()]);
});

/** Returns a read of `app/db` unless the test says otherwise. */
function job(over: Partial<WireJob> = {}): Partial<WireJob> {
  const scope = { address: kv.url, kvMount: 'secret' };
  const connection = { id: randomUUID(), name: 'store', type: 'vault', scope, auth_method: null };
  const read = { kind: 'read', provider_connection: connection, secret_ref: 'app/db', keys: ['password'] };
  return { id: randomUUID(), ...read, ...over };
}

describe('a read job', () => {
  it('posts each requested value under a data key and completes', async () => {
    kv.put('secret/app/db', { password: CANARY, user: 'app', other: 'x' });
    const read = job({ keys: ['password', 'user'], attempt: 3 });
    await expect(api.enqueue(read)).resolves.toEqual({ status: 'succeeded', attempt: 3 });
    expect(Object.fromEntries(api.posted)).toEqual({
      [`${read.id}/password`]: CANARY,
      [`${read.id}/user`]: 'app',
    });
    const [dek] = api.requests(/\/dek$/);
    expect(dek!.body).toEqual({ job_id: read.id, attempt: 3 });
  });

  it('never lets the value appear in the clear, on the wire or in the log', async () => {
    kv.put('secret/app/db', { password: CANARY });
    await api.enqueue(job());
    await agent.stop();
    const base64 = Buffer.from(CANARY).toString('base64');
    for (const text of [JSON.stringify(api.seen), agent.logLines.join('')]) {
      expect(text).not.toContain(CANARY);
      expect(text).not.toContain(base64);
    }
    expect(agent.logLines.join('')).not.toContain(TOKEN);
    expect(agent.logLines.join('')).not.toContain(api.secret);
  });

  it('treats a wrap as posted if only the response was lost', async () => {
    kv.put('secret/app/db', { password: CANARY });
    api.replace(/POST .*\/wraps$/, refusal(503, 'dependency_unavailable'), 1, true);
    await expect(api.enqueue(job())).resolves.toMatchObject({ status: 'succeeded' });
    expect(api.requests(/POST .*\/wraps$/)).toHaveLength(2);
  });

  it('requests another data key if the first has expired', async () => {
    kv.put('secret/app/db', { password: CANARY });
    api.replace(/POST .*\/wraps$/, refusal(410, 'dek_expired'));
    await expect(api.enqueue(job())).resolves.toMatchObject({ status: 'succeeded' });
    expect(api.requests(/\/dek$/)).toHaveLength(2);
  });

  it('fails on a data key that is encrypted for another agent', async () => {
    kv.put('secret/app/db', { password: CANARY });
    await api.arrived(/public-key$/);
    const enc = Buffer.alloc(32, 9).toString('base64');
    const sealed = { dek_id: randomUUID(), enc, sealed_key: Buffer.alloc(48).toString('base64') };
    api.replace(/\/dek$/, { status: 201, body: sealed });
    await expect(api.enqueue(job())).resolves.toMatchObject({ status: 'failed', error: 'envelope_invalid' });
    expect(api.requests(/POST .*\/wraps$/)).toEqual([]);
  });

  it.each([
    [{ secret_ref: 'never/was' }, 'secret_not_found'],
    [{ keys: ['absent'] }, 'key_not_found'],
    [{ keys: ['huge'] }, 'value_too_large'],
    [{ keys: [] }, 'job_malformed'],
    [{ provider_error: 'connection_disabled' }, 'connection_disabled'],
    [{ provider_connection: null }, 'connection_missing'],
    [{ kind: 'paint' }, 'job_kind_unsupported'],
  ])('%j fails as %s', async (over, error) => {
    kv.put('secret/app/db', { password: CANARY, huge: 'x'.repeat(64 * 1024 + 1) });
    await expect(api.enqueue(job(over))).resolves.toEqual({ status: 'failed', error, attempt: 1 });
    expect(api.requests(/\/dek$/)).toEqual([]);
  });

  it('fails on a provider type it has no driver for', async () => {
    const connection = { ...job().provider_connection!, type: 'cloud9-sm' };
    await expect(api.enqueue(job({ provider_connection: connection }))).resolves.toMatchObject({
      status: 'failed',
      error: 'provider_type_unsupported',
    });
  });

  it('abandons a job that it no longer holds, without completing it, and continues', async () => {
    kv.put('secret/app/db', { password: CANARY });
    api.replace(/\/dek$/, refusal(409, 'job_not_claimed'));
    const lost = job();
    void api.enqueue(lost);
    await expect(api.enqueue(job())).resolves.toMatchObject({ status: 'succeeded' });
    await agent.stop();
    expect(api.requests(new RegExp(`${lost.id}/complete`))).toEqual([]);
  });

  it('retries to report the outcome while the control plane is unavailable', async () => {
    kv.put('secret/app/db', { password: CANARY });
    api.replace(/complete$/, refusal(503, 'dependency_unavailable', { 'Retry-After': '2' }), 2);
    await api.enqueue(job());
    await agent.stop();
    expect(api.requests(/complete$/)).toHaveLength(3);
    expect(agent.clock.waits.filter((ms) => ms === 2000)).toHaveLength(2);
  });
});

describe('a patch job', () => {
  it('retrieves each wrap once and keeps the other keys', async () => {
    kv.put('secret/app/db', { password: 'old', user: 'app' });
    const wraps = [{ wrap_id: api.addWrap(Buffer.from(CANARY)), key_name: 'password' }];
    const patch = job({ kind: 'patch', keys: ['password'], wraps });
    await expect(api.enqueue(patch)).resolves.toMatchObject({ status: 'succeeded' });
    const answer = await fetch(`${kv.url}/v1/secret/data/app/db`, { headers: { 'X-Vault-Token': TOKEN } });
    expect(await answer.json()).toMatchObject({ data: { data: { password: CANARY, user: 'app' } } });
    expect(api.requests(/GET .*\/wraps\//)).toHaveLength(1);
  });

  it('writes nothing if one of its wraps no longer exists', async () => {
    kv.put('secret/app/db', { password: 'old' });
    const wraps = [
      { wrap_id: api.addWrap(Buffer.from(CANARY)), key_name: 'password' },
      { wrap_id: randomUUID(), key_name: 'second' },
    ];
    const patch = job({ kind: 'patch', wraps });
    await expect(api.enqueue(patch)).resolves.toMatchObject({ status: 'failed', error: 'wrap_unavailable' });
    const answer = await fetch(`${kv.url}/v1/secret/data/app/db`, { headers: { 'X-Vault-Token': TOKEN } });
    expect(await answer.json()).toMatchObject({ data: { data: { password: 'old' } } });
  });

  it('fails as value_not_utf8 for bytes the store cannot hold', async () => {
    const wraps = [{ wrap_id: api.addWrap(Uint8Array.of(0xff, 0xfe)), key_name: 'k' }];
    await expect(api.enqueue(job({ kind: 'patch', wraps }))).resolves.toMatchObject({
      status: 'failed',
      error: 'value_not_utf8',
    });
  });
});

describe('the other jobs', () => {
  it('a discovery reports every secret without values, then completes', async () => {
    kv.put('secret/app/db', { password: CANARY });
    kv.put('secret/web', { key: CANARY });
    const discover = job({ kind: 'discover', secret_ref: null, keys: [] });
    await expect(api.enqueue(discover)).resolves.toMatchObject({ status: 'succeeded' });
    expect(api.discovered).toHaveLength(2);
    expect(api.discovered).toContainEqual({ ref: 'app/db', keys: ['password'], labels: {}, version: '1' });
    expect(JSON.stringify(api.seen)).not.toContain(CANARY);
  });

  it('a discovery counts the names that it could not report, and names none of them', async () => {
    kv.put('secret/app/db', { password: CANARY, 'not fine': CANARY, 'nor this': CANARY });
    kv.put('secret/100%', { key: CANARY });
    await expect(api.enqueue(job({ kind: 'discover', secret_ref: null, keys: [] }))).resolves.toMatchObject({
      ...{ status: 'succeeded', skipped_secrets: 1, skipped_keys: 2 },
    });
    expect(api.discovered).toMatchObject([{ ref: 'app/db', keys: ['password'] }]);
    const said = agent.logLines.join('');
    expect(said).toContain('"skipped_secrets":1,"skipped_keys":2');
    for (const name of ['not fine', 'nor this', '100%']) expect(said).not.toContain(name);
  });

  it('a discovery that skipped nothing completes as older agents do', async () => {
    kv.put('secret/app/db', { password: CANARY });
    const completed = await api.enqueue(job({ kind: 'discover', secret_ref: null, keys: [] }));
    expect(Object.keys(completed)).not.toContain('skipped_keys');
  });

  it('a connectivity check succeeds, and fails with the reason', async () => {
    const check = { kind: 'connectivity_check', secret_ref: null, keys: [] };
    await expect(api.enqueue(job(check))).resolves.toMatchObject({ status: 'succeeded' });
    kv.seal(true);
    await expect(api.enqueue(job(check))).resolves.toMatchObject({ status: 'failed', error: 'store_sealed' });
  });
});
