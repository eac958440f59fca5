import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { DomainError } from '#libs/http';
import { SecretBytes } from '#libs/secret-bytes';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { CallFingerprint } from './call-fingerprint.js';
import { Idempotency } from './idempotency.service.js';
import { IdempotencyStore } from './idempotency.store.js';

const call = { method: 'POST', path: '/requests', body: { a: 1, b: { c: 'value' } } };

describe('a call with an idempotency key', () => {
  let test: TestDatabase;
  let idempotency: Idempotency;
  let callerId: string;
  let done: number;

  beforeAll(async () => {
    test = await createTestDatabase();
    const secret = SecretBytes.from(randomBytes(32));
    idempotency = new Idempotency(new IdempotencyStore(test.database), new CallFingerprint(secret));
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    done = 0;
    callerId = randomUUID();
    const sql = `INSERT INTO users (id, email, email_key, kind) VALUES ($1::uuid, $1::text, $1::text, 'oidc')`;
    await test.database.query(sql, [callerId]);
  });

  const work = async () => ({ id: 'made', number: (done += 1) });
  const once = (key: unknown, asked: typeof call | object = call, how = work as () => Promise<unknown>) =>
    idempotency.once(callerId, key, asked as typeof call, how);
  const age = (by: string) =>
    test.database.query(
      'UPDATE idempotency_keys SET started_at = started_at - $1::interval WHERE caller_id = $2',
      [by, callerId],
    );

  it('is carried out once and answered alike ever after, whatever the order of its members', async () => {
    const first = await once('k');
    const second = await once('k', { ...call, body: { b: { c: 'value' }, a: 1 } });
    expect([first, second, done]).toEqual([{ id: 'made', number: 1 }, { id: 'made', number: 1 }, 1]);
  });

  it.each([
    ['body', { ...call, body: { a: 1, b: { c: 'Value' } } }],
    ['type of a member', { ...call, body: { a: '1', b: { c: 'value' } } }],
    ['nesting', { ...call, body: { a: 1, b: [['c', 'value']] } }],
    ['path', { ...call, path: '/requests/read' }],
  ])('is refused when it comes with another %s', async (_, other) => {
    await once('k');
    await expect(once('k', other)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      kind: 'unprocessable',
    });
  });

  it('is carried out once of 32 at the same time', async () => {
    const codes = await Promise.all(
      Array.from({ length: 32 }, () =>
        once('k').then(
          () => 'ok',
          (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
        ),
      ),
    );
    expect(done).toBe(1);
    expect(codes.every((code) => code === 'ok' || code === 'conflict')).toBe(true);
    expect(codes).toContain('ok');
  });

  it('may be tried again after a refusal, and after it died without an answer', async () => {
    await expect(once('k', call, () => Promise.reject(new Error('refused')))).rejects.toThrow('refused');
    await once('k', { ...call, body: { other: true } });
    const died = test.database.query(
      `INSERT INTO idempotency_keys (caller_id, key, fingerprint) VALUES ($1, 'dead', sha256('x'))`,
      [callerId],
    );
    await died;
    await expect(once('dead')).rejects.toMatchObject({ code: 'idempotency_key_reused' });
    await age('61 s');
    expect(await once('dead')).toMatchObject({ id: 'made' });
  });

  describe('that makes something in a transaction', () => {
    beforeAll(() => test.database.query('CREATE TABLE made (attempt text)'));
    beforeEach(() => test.database.query('TRUNCATE made'));

    const make = (attempt: string) =>
      test.database.transaction(
        async (tx) => void (await tx.query('INSERT INTO made VALUES ($1)', [attempt])),
      );
    const made = async () =>
      (await test.database.query<{ attempt: string }>('SELECT attempt FROM made')).map((row) => row.attempt);

    it('makes nothing again after the process died between its commit and its answer', async () => {
      await new Promise<void>((died) => {
        void once('k', call, async () => {
          await make('first');
          died();
          return new Promise(() => undefined);
        });
      });
      await age('61 s');
      const again = once('k', call, () => make('second'));
      await expect(again).rejects.toMatchObject({
        code: 'conflict',
        message: expect.stringContaining('took effect'),
      });
      expect(await made()).toEqual(['first']);
    });

    it('is made by the second attempt alone when the first was thought dead and was only slow', async () => {
      let wake = (): void => undefined;
      const slow = new Promise<void>((resolve) => (wake = resolve));
      const first = once('k', call, async () => {
        await slow;
        await make('first');
      });
      const refused = expect(first).rejects.toMatchObject({ code: 'conflict' });
      while (
        (await test.database.query('SELECT 1 FROM idempotency_keys WHERE caller_id = $1', [callerId]))
          .length === 0
      );
      await age('61 s');
      await once('k', call, async () => {
        await make('second');
        return 'answer';
      });
      wake();
      await refused;
      expect(await made()).toEqual(['second']);
      expect(await once('k')).toBe('answer');
    });

    it('stays made when something fails after its commit, and is free when it was refused', async () => {
      const failing = once('k', call, async () => {
        await make('first');
        throw new Error('connection lost');
      });
      await expect(failing).rejects.toThrow('connection lost');
      await expect(once('k')).rejects.toMatchObject({ code: 'conflict' });
      const refused = once('other', call, async () => {
        await test.database.transaction(async () => undefined);
        throw new DomainError('not_today', 'forbidden', 'No.');
      });
      await expect(refused).rejects.toMatchObject({ code: 'not_today' });
      expect(await once('other')).toMatchObject({ id: 'made' });
    });
  });

  it('is forgotten after 24 hours, and others that are older are swept up on the way', async () => {
    await once('k');
    await once('other');
    await age('23 h 59 min');
    await once('k');
    expect(done).toBe(2);
    await age('2 min');
    await once('k');
    const left = await test.database.query('SELECT key FROM idempotency_keys WHERE caller_id = $1', [
      callerId,
    ]);
    expect([done, left]).toEqual([3, [{ key: 'k' }]]);
  });

  it('is a matter of one caller', async () => {
    await once('k');
    const stranger = randomUUID();
    const sql = `INSERT INTO users (id, email, email_key, kind) VALUES ($1::uuid, $1::text, $1::text, 'oidc')`;
    await test.database.query(sql, [stranger]);
    await idempotency.once(stranger, 'k', { ...call, body: {} }, work);
    expect(done).toBe(2);
  });

  it.each([[''], ['a b'], ['é'], ['x'.repeat(256)], [['a', 'b']], ['a\n']])(
    'is refused for the key %j',
    async (key) => {
      await expect(once(key)).rejects.toMatchObject({ code: 'validation_failed' });
      expect(done).toBe(0);
    },
  );

  it('leaves nothing of its body in the database', async () => {
    await once('k');
    const [row] = await test.database.query<{ text: string }>(
      'SELECT k::text AS text FROM idempotency_keys k WHERE caller_id = $1',
      [callerId],
    );
    expect(row!.text).not.toContain('value');
  });
});
