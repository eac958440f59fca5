import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type DevKv, startDevKv } from './start-dev-kv.js';

const TOKEN = 'dev-token';

let kv: DevKv;

beforeEach(async () => {
  kv = await startDevKv({ token: TOKEN, mounts: [{ path: 'secret' }, { namespace: 'blue', path: 'kv' }] });
});

afterEach(() => kv.stop());

interface Asked {
  status: number;
  body: unknown;
}

async function ask(method: string, path: string, body?: unknown, headers = {}): Promise<Asked> {
  const answer = await fetch(`${kv.url}/v1/${path}`, {
    method,
    headers: { 'X-Vault-Token': TOKEN, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await answer.text();
  return { status: answer.status, body: text === '' ? null : JSON.parse(text) };
}

describe('the development key-value server', () => {
  it('refuses every call without its token except the health check', async () => {
    const denied = { status: 403, body: { errors: ['permission denied'] } };
    expect(await ask('GET', 'secret/data/a', undefined, { 'X-Vault-Token': 'other' })).toEqual(denied);
    expect(await ask('GET', 'auth/token/lookup-self', undefined, { 'X-Vault-Token': '' })).toEqual(denied);
    expect(await ask('GET', 'sys/health', undefined, { 'X-Vault-Token': '' })).toMatchObject({
      status: 200,
      body: { sealed: false, initialized: true },
    });
    expect(await ask('GET', 'auth/token/lookup-self')).toMatchObject({ status: 200 });
  });

  it('keeps versions, and distinguishes a deleted one from a missing one', async () => {
    await ask('POST', 'secret/data/a', { data: { k: 1 } });
    await ask('PUT', 'secret/data/a', { data: { k: 2 } });
    const old = { data: { data: { k: 1 }, metadata: { version: 1, destroyed: false, deletion_time: '' } } };
    expect(await ask('GET', 'secret/data/a?version=1')).toMatchObject({ status: 200, body: old });
    expect(await ask('DELETE', 'secret/data/a')).toEqual({ status: 204, body: null });
    const gone = await ask('GET', 'secret/data/a');
    expect(gone).toMatchObject({ status: 404, body: { data: { data: null, metadata: { version: 2 } } } });
    expect(JSON.stringify(gone.body)).toMatch(/"deletion_time":"\d{4}-/);
    expect(await ask('GET', 'secret/data/never')).toEqual({ status: 404, body: { errors: [] } });
    expect(await ask('GET', 'secret/data/a?version=9')).toEqual({ status: 404, body: { errors: [] } });
  });

  it('checks the version that a writer has seen', async () => {
    const mismatch = ['check-and-set parameter did not match the current version'];
    const write = (cas: number) => ask('POST', 'secret/data/a', { options: { cas }, data: { k: cas } });
    expect(await write(1)).toEqual({ status: 400, body: { errors: mismatch } });
    expect(await write(0)).toMatchObject({ status: 200, body: { data: { version: 1 } } });
    expect(await write(0)).toEqual({ status: 400, body: { errors: mismatch } });
    await ask('DELETE', 'secret/data/a');
    expect(await write(1)).toMatchObject({ status: 200, body: { data: { version: 2 } } });
  });

  it('lists one folder at a time, until a secret is removed for good', async () => {
    kv.put('secret/a', {});
    kv.put('secret/a/b', {});
    kv.put('secret/a/c/d', {});
    const keys = async (path: string) =>
      ((await ask('GET', `${path}?list=true`)).body as { data?: { keys: string[] } }).data?.keys;
    expect(await keys('secret/metadata')).toEqual(['a', 'a/']);
    expect(await keys('secret/metadata/a/')).toEqual(['b', 'c/']);
    await ask('DELETE', 'secret/metadata/a/b');
    expect(await keys('secret/metadata/a')).toEqual(['c/']);
    expect(await ask('GET', 'secret/metadata/none?list=true')).toEqual({ status: 404, body: { errors: [] } });
  });

  it('finds a namespace in the header, in the path, and nowhere else', async () => {
    kv.put('blue/kv/a', { k: 1 });
    const inBlue = { 'X-Vault-Namespace': 'blue/' };
    expect(await ask('GET', 'kv/data/a', undefined, inBlue)).toMatchObject({ status: 200 });
    expect(await ask('GET', 'blue/kv/data/a')).toMatchObject({ status: 200 });
    const none = ['no handler for route "kv/data/a". route entry not found.'];
    expect(await ask('GET', 'kv/data/a')).toEqual({ status: 404, body: { errors: none } });
    const mounts = await ask('GET', 'sys/internal/ui/mounts', undefined, inBlue);
    expect(mounts).toMatchObject({ body: { data: { secret: { 'kv/': { options: { version: '2' } } } } } });
    expect(JSON.stringify(mounts.body)).not.toContain('secret/');
  });

  it('answers 503 while sealed and 400 to malformed JSON', async () => {
    const answer = await fetch(`${kv.url}/v1/secret/data/a`, { method: 'POST', body: '{"data":' });
    expect(answer.status).toBe(400);
    kv.seal(true);
    expect(await ask('GET', 'secret/data/a')).toEqual({ status: 503, body: { errors: ['Vault is sealed'] } });
  });
});
