import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inspect } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { SecretBytes } from '#libs/secret-bytes';
import { KeyConfigError, KeyDeniedError, KeyUnavailableError } from './kms.errors.js';
import { describeKeyService } from './testing/key-service-contract.js';
import { TransitServer } from './testing/transit-server.js';
import { TransitKeyService } from './transit-key.service.js';

const TOKEN = 'hvs.a-token-of-the-tests';
const dataKey = SecretBytes.from(Buffer.alloc(32, 0x11));
const context = { wrap_id: 'w1', request_id: 'r1' };
const undecryptable = { reason: 'undecryptable' };
const unavailable = { reason: 'unavailable', code: 'dependency_unavailable', kind: 'unavailable' };

let server: TransitServer;
let keys: TransitKeyService;

const service = (token = TOKEN, timeoutMs = 5_000): TransitKeyService =>
  new TransitKeyService({ addr: server.addr, token: SecretBytes.fromUtf8(token), key: 'wraps', timeoutMs });

const TEXT = /^transit:v1:[\w.-]+:vault:v\d+:[\w+/=]+$/;

describeKeyService('transit', TEXT, async () => {
  const engine = await TransitServer.start(TOKEN, 'wraps');
  const at = (addr: string) =>
    new TransitKeyService({ addr, token: SecretBytes.fromUtf8(TOKEN), key: 'wraps' });
  return {
    keys: at(engine.addr),
    rotate: async () => {
      engine.rotate();
      return at(engine.addr);
    },
    foreignText: async (key, binding) => {
      const other = await TransitServer.start(TOKEN, 'wraps');
      const text = await at(other.addr).wrapKey(key, binding);
      await other.stop();
      return text;
    },
    absent: () => at('http://127.0.0.1:1'),
    stop: () => engine.stop(),
  };
});

beforeEach(async () => {
  server = await TransitServer.start(TOKEN, 'wraps');
  keys = service();
});

afterEach(() => server.stop());

describe('TransitKeyService', () => {
  it('sends the token only in its header', async () => {
    await keys.wrapKey(dataKey, context);
    const [request] = server.requests;
    expect(request?.headers['x-vault-token']).toBe(TOKEN);
    expect(JSON.stringify([request?.path, request?.body])).not.toContain(TOKEN);
  });

  it('rejects ciphertexts of another backend or key without a call', async () => {
    for (const text of [
      '',
      'local:v1:0011223344556677:AAAA',
      'transit:v1:other:vault:v1:AAAA',
      'vault:v1:AAAA',
    ]) {
      await expect(keys.unwrapKey(text, context)).rejects.toMatchObject(undecryptable);
    }
    expect(server.requests).toHaveLength(0);
  });

  it.each([403, 404, 429, 500, 502, 503])('reports a response of %i as unavailable', async (status) => {
    const wrapped = await keys.wrapKey(dataKey, context);
    server.forced = { status, body: { errors: ['no'] } };
    await expect(keys.wrapKey(dataKey, context)).rejects.toMatchObject(unavailable);
    await expect(keys.unwrapKey(wrapped, context)).rejects.toMatchObject(unavailable);
    server.forced = undefined;
    await expect(keys.unwrapKey(wrapped, context)).resolves.toBeDefined();
  });

  it.each([
    ['a missing key', { status: 400, body: { errors: ['encryption key not found'] } }],
    ['no JSON', { status: 200, body: '<html>' }],
    ['an empty object', { status: 200, body: {} }],
    ['null', { status: 200, body: null }],
    ['members of another type', { status: 200, body: { data: { ciphertext: 7, plaintext: {} } } }],
    ['text of another form', { status: 200, body: { data: { ciphertext: 'x', plaintext: '*' } } }],
  ])('treats %s as an unreachable backend', async (_, forced) => {
    const wrapped = await keys.wrapKey(dataKey, context);
    server.forced = forced;
    await expect(keys.wrapKey(dataKey, context)).rejects.toMatchObject(unavailable);
    await expect(keys.unwrapKey(wrapped, context)).rejects.toMatchObject(unavailable);
  });

  it('is unavailable without a listener, without a response, and with a rejected token', async () => {
    const wrapped = await keys.wrapKey(dataKey, context);
    await expect(service('another-token').unwrapKey(wrapped, context)).rejects.toMatchObject(unavailable);
    server.forced = 'hang';
    await expect(service(TOKEN, 50).unwrapKey(wrapped, context)).rejects.toMatchObject(unavailable);
    await server.stop();
    await expect(keys.unwrapKey(wrapped, context)).rejects.toThrow(KeyUnavailableError);
  });

  it.each([200, 400])(
    'reports a response of %i that is too long or never ends as unavailable',
    async (status) => {
      const wrapped = await keys.wrapKey(dataKey, context);
      const data = { ciphertext: `vault:v1:${'A'.repeat(64 * 1024)}`, plaintext: '' };
      server.forced = { status, body: { data, errors: [] } };
      await expect(keys.wrapKey(dataKey, context)).rejects.toMatchObject(unavailable);
      await expect(keys.unwrapKey(wrapped, context)).rejects.toMatchObject(unavailable);
      server.forced = { status, body: { data: {}, errors: ['no'] }, unfinished: true };
      await expect(service(TOKEN, 200).wrapKey(dataKey, context)).rejects.toMatchObject(unavailable);
      await expect(service(TOKEN, 200).unwrapKey(wrapped, context)).rejects.toMatchObject(unavailable);
    },
  );

  it('distinguishes a rejected token from an unreachable backend', async () => {
    await expect(service('another-token').wrapKey(dataKey, context)).rejects.toThrow(KeyDeniedError);
    server.forced = { status: 503, body: { errors: ['Vault is sealed'] } };
    const away: unknown = await keys.wrapKey(dataKey, context).catch((error: unknown) => error);
    expect(away).toBeInstanceOf(KeyUnavailableError);
    expect(away).not.toBeInstanceOf(KeyDeniedError);
  });

  it('rereads the token file once for concurrent calls when the token is rejected', async () => {
    const tokenFile = join(mkdtempSync(join(tmpdir(), 'countersign-token-')), 'token');
    const token = SecretBytes.fromUtf8('a-revoked-token');
    const replaced = new TransitKeyService({ addr: server.addr, token, tokenFile, key: 'wraps' });
    await expect(replaced.wrapKey(dataKey, context)).rejects.toThrow(KeyDeniedError);
    writeFileSync(tokenFile, `${TOKEN}\n`);
    const texts = await Promise.all([1, 2, 3].map(() => replaced.wrapKey(dataKey, context)));
    expect(texts.every((text) => TEXT.test(text))).toBe(true);
    const asked = server.requests.length;
    await replaced.wrapKey(dataKey, context);
    expect(server.requests.length).toBe(asked + 1);
    rmSync(dirname(tokenFile), { recursive: true });
  });

  it('follows no redirect', async () => {
    const elsewhere = await TransitServer.start(TOKEN, 'wraps');
    server.forced = {
      status: 307,
      body: {},
      headers: { location: `${elsewhere.addr}/v1/transit/encrypt/wraps` },
    };
    await expect(keys.wrapKey(dataKey, context)).rejects.toMatchObject(unavailable);
    expect(elsewhere.requests).toHaveLength(0);
    await elsewhere.stop();
  });

  it('passes its health check only while the backend accepts the token and authenticates the context', async () => {
    await expect(keys.check()).resolves.toBeUndefined();
    await expect(service('another-token').check()).rejects.toMatchObject(unavailable);
    server.ignoresAssociatedData = true;
    await expect(keys.check()).rejects.toMatchObject(unavailable);
  });

  it('rejects a key name that would change the path', () => {
    for (const key of ['', '../sys/seal', 'a/b', 'a?b', 'a:b']) {
      const settings = { addr: server.addr, token: SecretBytes.fromUtf8(TOKEN), key };
      expect(() => new TransitKeyService(settings)).toThrow(KeyConfigError);
    }
  });

  it('reveals no token when it is printed or fails', async () => {
    expect(inspect(keys, { depth: 9, showHidden: true })).not.toContain(TOKEN);
    server.forced = { status: 403, body: { errors: [TOKEN] } };
    const error: unknown = await keys.wrapKey(dataKey, context).catch((caught: unknown) => caught);
    expect(inspect(error, { depth: 9, showHidden: true })).not.toContain(TOKEN);
  });
});
