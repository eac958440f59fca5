import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createKeyService, currentKeyPrefix, type KeyService, openValue, sealValue } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';
import { SealedIdTokens } from '../../libs/auth/src/oidc/sealed-id-tokens.js';
import { TotpSecrets } from '../../libs/auth/src/mfa/totp-secrets.js';
import { canary } from '../../test/support/canary.js';
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.js';
import { countStale, type RewrapCounts, rewrapColumn } from './rewrap-column.js';
import { SEALED_COLUMNS, type SealedColumn } from './sealed-column.js';

const secret = (byte: number): SecretBytes => SecretBytes.from(Buffer.alloc(32, byte));
const local = (current: number, ...previous: number[]): KeyService =>
  createKeyService({
    backend: 'local',
    masterKey: secret(current),
    previousMasterKeys: previous.map(secret),
  });
const [old, rotated, fresh] = [local(1), local(2, 1), local(2)];
const [wraps, factors, idTokens] = SEALED_COLUMNS as [SealedColumn, SealedColumn, SealedColumn];

describe('Re-wrapping after a rotation', () => {
  let db: TestDatabase;

  beforeAll(async () => {
    db = await createTestDatabase();
  });
  afterAll(() => db.drop());
  beforeEach(() => db.database.query('TRUNCATE wraps, mfa_factors, users CASCADE'));

  /** Inserts the row alone: foreign keys are not checked. */
  const insert = (sql: string, parameters: unknown[]): Promise<void> =>
    db.database.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query(sql, parameters);
    });

  async function insertWrap(keys: KeyService, value = canary('value')): Promise<string> {
    const [id, requestId] = [randomUUID(), randomUUID()];
    const binding = { wrapId: id, requestId, keyName: 'KEY', audience: 'requester' };
    const sealed = await sealValue(SecretBytes.fromUtf8(value), binding, keys);
    await insert(
      `INSERT INTO wraps (id, request_id, key_name, audience, ciphertext, nonce, wrapped_key, expires_at)
       VALUES ($1, $2, 'KEY', 'requester', $3, $4, $5, clock_timestamp() + interval '1 hour')`,
      [id, requestId, sealed.ciphertext, sealed.nonce, sealed.wrappedKey],
    );
    return id;
  }

  async function openRow(id: string, keys: KeyService): Promise<string> {
    const [row] = await db.database.query<any>('SELECT * FROM wraps WHERE id = $1', [id]);
    const sealed = { ciphertext: row.ciphertext, nonce: row.nonce, wrappedKey: row.wrapped_key };
    const binding = { wrapId: id, requestId: row.request_id, keyName: 'KEY', audience: 'requester' };
    return Buffer.from((await openValue(sealed, binding, keys)).reveal()).toString();
  }

  const run = async (column: SealedColumn, keys = rotated, batch = 2): Promise<RewrapCounts> =>
    rewrapColumn(db.database, keys, column, await currentKeyPrefix(keys), batch);

  const consume = (id: string): Promise<unknown> =>
    db.database.query(
      `UPDATE wraps SET consumed_at = clock_timestamp(), ciphertext = NULL, nonce = NULL, wrapped_key = NULL
       WHERE id = $1`,
      [id],
    );

  it('rewraps live wraps under the new key, so that the previous one can be removed', async () => {
    const values = ['one', 'two', 'three', 'four', 'five'].map(canary);
    const ids = [];
    for (const value of values) ids.push(await insertWrap(old, value));
    await expect(openRow(ids[0]!, fresh)).rejects.toMatchObject({ reason: 'undecryptable' });
    expect(await run(wraps)).toEqual({ rewrapped: 5, changed: 0, undecryptable: 0 });
    const opened = await Promise.all(ids.map((id) => openRow(id, fresh)));
    expect(opened).toEqual(values);
  });

  it('rewraps the secrets of factors under the new key', async () => {
    const id = randomUUID();
    const sealed = await new TotpSecrets(old).seal(Buffer.from('a totp secret'), id);
    await insert(
      `INSERT INTO mfa_factors (id, user_id, kind, label, secret_sealed) VALUES ($1, $2, 'totp', 'x', $3)`,
      [id, randomUUID(), sealed],
    );
    expect(await run(factors)).toEqual({ rewrapped: 1, changed: 0, undecryptable: 0 });
    const [row] = await db.database.query<any>('SELECT secret_sealed FROM mfa_factors WHERE id = $1', [id]);
    const opened = await new TotpSecrets(fresh).open(row.secret_sealed, id);
    expect(Buffer.from(opened.reveal()).toString()).toBe('a totp secret');
    expect(await run(factors)).toEqual({ rewrapped: 0, changed: 0, undecryptable: 0 });
  });

  it('rewraps the ID tokens of live sessions, and leaves those of ended sessions', async () => {
    const provider = { issuer: 'https://provider.test', subject: 'somebody' };
    const userId = randomUUID();
    await insert(
      `INSERT INTO users (id, email, email_key, kind, oidc_issuer, oidc_subject) VALUES ($1, 'x', 'x', 'oidc', $2, $3)`,
      [userId, provider.issuer, provider.subject],
    );
    const insertSession = async (over: 'live' | 'revoked' | 'expired'): Promise<string> => {
      const id = randomUUID();
      await insert(
        `INSERT INTO sessions (id, user_id, token_hash, expires_at, idle_expires_at, revoked_at, oidc_id_token_sealed)
         SELECT $1, $2, sha256(uuid_send($1)), clock_timestamp() + interval '8 h',
           clock_timestamp() + CASE $3 WHEN 'expired' THEN interval '-1 s' ELSE interval '30 min' END,
           CASE $3 WHEN 'revoked' THEN clock_timestamp() END, $4`,
        [id, userId, over, await new SealedIdTokens(old).seal(`token of ${id}`, provider)],
      );
      return id;
    };
    const live = [await insertSession('live'), await insertSession('live'), await insertSession('live')];
    const over = [await insertSession('revoked'), await insertSession('expired')];
    const prefix = await currentKeyPrefix(rotated);
    expect(await countStale(db.database, idTokens, prefix)).toBe(3);
    expect(await run(idTokens)).toEqual({ rewrapped: 3, changed: 0, undecryptable: 0 });
    expect(await countStale(db.database, idTokens, prefix)).toBe(0);
    const open = async (id: string, keys: KeyService): Promise<string> => {
      const [row] = await db.database.query<any>(
        'SELECT oidc_id_token_sealed AS it FROM sessions WHERE id = $1',
        [id],
      );
      return new SealedIdTokens(keys).open(row.it, provider);
    };
    for (const id of live) expect(await open(id, fresh)).toBe(`token of ${id}`);
    for (const id of over) expect(await open(id, old)).toBe(`token of ${id}`);
  });

  it('changes nothing when run again, or under the current key', async () => {
    await insertWrap(old);
    await insertWrap(fresh);
    expect((await run(wraps)).rewrapped).toBe(1);
    expect(await run(wraps)).toEqual({ rewrapped: 0, changed: 0, undecryptable: 0 });
  });

  it('leaves taken wraps without a key', async () => {
    await consume(await insertWrap(old));
    expect(await run(wraps)).toEqual({ rewrapped: 0, changed: 0, undecryptable: 0 });
  });

  it('does not restore the key of a wrap that is taken meanwhile', async () => {
    const id = await insertWrap(old);
    const taking: SealedColumn = {
      ...wraps,
      rewrap: async (row, keys) => {
        await consume(id);
        return wraps.rewrap(row, keys);
      },
    };
    expect(await run(taking)).toEqual({ rewrapped: 0, changed: 1, undecryptable: 0 });
    const [row] = await db.database.query<any>('SELECT wrapped_key FROM wraps WHERE id = $1', [id]);
    expect(row.wrapped_key).toBeNull();
  });

  it('counts what can not be opened, leaves it unchanged, and continues with the rest', async () => {
    const lost = await insertWrap(local(9));
    const kept = await insertWrap(old);
    expect(await run(wraps, rotated, 1)).toEqual({ rewrapped: 1, changed: 0, undecryptable: 1 });
    expect(await countStale(db.database, wraps, await currentKeyPrefix(rotated))).toBe(1);
    expect(await openRow(kept, fresh)).toBe(canary('value'));
    expect(await openRow(lost, local(9))).toBe(canary('value'));
  });

  it('stops when the key service becomes unavailable, and continues later', async () => {
    for (let at = 0; at < 4; at += 1) await insertWrap(old);
    const token = SecretBytes.fromUtf8('t');
    const nowhere = { addr: 'http://127.0.0.1:1', token, tokenFile: null, key: 'k' };
    const absent = createKeyService({ backend: 'transit', ...nowhere });
    let calls = 0;
    const failing: SealedColumn = {
      ...wraps,
      rewrap: async (row, keys) => {
        calls += 1;
        return calls > 2 ? absent.wrapKey(secret(1), {}) : wraps.rewrap(row, keys);
      },
    };
    await expect(run(failing)).rejects.toMatchObject({ reason: 'unavailable' });
    expect(await run(wraps)).toEqual({ rewrapped: 2, changed: 0, undecryptable: 0 });
  });
});
