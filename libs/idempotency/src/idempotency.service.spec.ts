import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { violates } from '#libs/database';
import { DomainError, type ErrorKind, dueToGrants } from '#libs/core';
import { SecretBytes } from '#libs/secret-bytes';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { CallFingerprint } from './call-fingerprint.js';
import { Idempotency } from './idempotency.service.js';
import { IdempotencyStore } from './idempotency.store.js';

const call = { method: 'POST', path: '/requests', body: { a: 1, b: { c: 'value' } } };

function barrier() {
  let pass = (): void => undefined;
  const passed = new Promise<void>((resolve) => (pass = resolve));
  return { passed, pass };
}

/** Resolves when a statement of the suite's database waits for a lock. */
async function waitingForALock({ dataSource }: TestDatabase): Promise<void> {
  const sql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  while ((await dataSource.query<unknown[]>(sql)).length === 0);
}

describe('a call with an idempotency key', () => {
  let test: TestDatabase;
  let idempotency: Idempotency;
  let callerId: string;
  let done: number;

  beforeAll(async () => {
    test = await createTestDatabase();
    const secret = SecretBytes.from(randomBytes(32));
    const { database } = test;
    idempotency = new Idempotency(database, new IdempotencyStore(database), new CallFingerprint(secret));
  });
  afterAll(() => test.drop());
  beforeEach(async () => {
    done = 0;
    callerId = randomUUID();
    const sql = `INSERT INTO users (id, email, email_key, kind) VALUES ($1::uuid, $1::text, $1::text, 'oidc')`;
    await test.database.query(sql, [callerId]);
  });

  /** Counts completed runs; a rolled-back one does not count. */
  const work = async () => {
    const id = await test.database.transaction(async (tx) => {
      tx.afterCommit(() => (done += 1));
      const [row] = await tx.query<{ id: string }>('SELECT gen_random_uuid() AS id');
      return row!.id;
    });
    return { id };
  };
  const once = (key: unknown, asked: typeof call | object = call, how = work as () => Promise<unknown>) =>
    idempotency.once(callerId, key, asked as typeof call, how);
  const age = (by: string) =>
    test.database.query(
      'UPDATE idempotency_keys SET started_at = started_at - $1::interval WHERE caller_id = $2',
      [by, callerId],
    );

  it('runs once and replays its response, for any order of members', async () => {
    const first = await once('k');
    const second = await once('k', { ...call, body: { b: { c: 'value' }, a: 1 } });
    expect([second, done]).toEqual([first, 1]);
  });

  it.each([
    ['body', { ...call, body: { a: 1, b: { c: 'Value' } } }],
    ['type of a member', { ...call, body: { a: '1', b: { c: 'value' } } }],
    ['nesting', { ...call, body: { a: 1, b: [['c', 'value']] } }],
    ['path', { ...call, path: '/requests/read' }],
  ])('is rejected with another %s', async (_, other) => {
    await once('k');
    await expect(once('k', other)).rejects.toMatchObject({
      code: 'idempotency_key_reused',
      kind: 'unprocessable',
    });
  });

  it('runs once for 64 concurrent calls, which all get its response', async () => {
    const answers = await Promise.all(Array.from({ length: 64 }, () => once('k')));
    expect(done).toBe(1);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('can be retried after an error, also with another body', async () => {
    const refused = async () => {
      await work();
      throw new Error('refused');
    };
    await expect(once('k', call, refused)).rejects.toThrow('refused');
    expect(done).toBe(0);
    await once('k', { ...call, body: { other: true } });
    expect(done).toBe(1);
  });

  describe('with transactions', () => {
    beforeAll(() => test.database.query('CREATE TABLE made (attempt text CONSTRAINT uq_made UNIQUE)'));
    beforeEach(() => test.database.query('TRUNCATE made'));

    const insert = (attempt: string) =>
      test.database.transaction((tx) => tx.query('INSERT INTO made VALUES ($1)', [attempt]));
    const make = async (...attempts: string[]) => {
      for (const attempt of attempts) await insert(attempt);
      return attempts;
    };
    const made = async () =>
      (await test.database.query<{ attempt: string }>('SELECT attempt FROM made')).map((row) => row.attempt);
    const kept = () =>
      test.database.query('SELECT key, response FROM idempotency_keys WHERE caller_id = $1', [callerId]);

    it('commits everything with its response, or nothing and no key, whatever fails in between', async () => {
      const dying = once('k', call, async () => {
        await make('first', 'second');
        const own = 'SELECT pg_backend_pid() AS pid';
        const [row] = await test.database.query<{ pid: number }>(own);
        await test.dataSource.query('SELECT pg_terminate_backend($1)', [row!.pid]);
        return 'never answered';
      });
      await expect(dying).rejects.toThrow();
      expect([await made(), await kept()]).toEqual([[], []]);
      expect(await once('k', call, () => make('third'))).toEqual(['third']);
      expect([await made(), await kept()]).toEqual([['third'], [{ key: 'k', response: '["third"]' }]]);
    });

    it('makes a concurrent call wait and run after a failure', async () => {
      const [reached, go] = [barrier(), barrier()];
      const first = once('k', call, async () => {
        await insert('first');
        reached.pass();
        await go.passed;
        throw new Error('died');
      });
      const failed = expect(first).rejects.toThrow('died');
      await reached.passed;
      const second = once('k', call, () => make('second'));
      await waitingForALock(test);
      go.pass();
      await failed;
      expect([await second, await made()]).toEqual([['second'], ['second']]);
    });

    it('sees its own uncommitted changes on its one connection', async () => {
      const seen = await once('k', call, async () => {
        await insert('first');
        return [await made(), await test.database.query('SELECT attempt FROM made', [])];
      });
      expect(seen).toEqual([['first'], [{ attempt: 'first' }]]);
    });

    it('continues after a failed savepoint, without its changes', async () => {
      const answer = await once('k', call, async () => {
        await insert('first');
        const twice = await make('second', 'first').catch((error: unknown) => violates(error, 'uq_made'));
        return { twice };
      });
      expect([answer, (await made()).sort()]).toEqual([{ twice: true }, ['first', 'second']]);
    });

    it('is retried as a whole after a deadlock', async () => {
      await make('a', 'b');
      const lock = (name: string) =>
        test.database.transaction((tx) => tx.query('SELECT FROM made WHERE attempt = $1 FOR UPDATE', [name]));
      const [both, holding] = [barrier(), new Set<string>()];
      const crossing = (key: string, ...names: readonly [string, string]) =>
        once(key, call, async () => {
          await lock(names[0]);
          if (holding.add(key).size === 2) both.pass();
          await both.passed;
          await lock(names[1]);
          return make(key);
        });
      await Promise.all([crossing('k', 'a', 'b'), crossing('l', 'b', 'a')]);
      expect((await made()).sort()).toEqual(['a', 'b', 'k', 'l']);
    });

    it('commits the audit event of a denial but not the key', async () => {
      const denied = once('k', call, async () => {
        await insert('first');
        await test.database.afterCompletion(() => insert('denial'));
        throw new DomainError('not_today', 'forbidden', 'No.');
      });
      await expect(denied).rejects.toMatchObject({ code: 'not_today' });
      expect([await made(), await kept()]).toEqual([['denial'], []]);
    });

    it('uses one connection: 64 denied calls do not block each other', async () => {
      const deny = (n: number) =>
        once(`k${n}`, call, async () => {
          await insert(`made ${n}`);
          await test.database.afterCompletion(() => insert(`denial ${n}`));
          throw new DomainError('not_today', 'forbidden', 'No.');
        }).catch((error: unknown) => (error as DomainError).code);
      const codes = await Promise.all(Array.from({ length: 64 }, (_, n) => deny(n)));
      expect([new Set(codes), (await made()).length]).toEqual([new Set(['not_today']), 64]);
    });

    describe('when it is replayed', () => {
      const again = async (kind: ErrorKind, code = 'some_reason') => {
        await once('k', call, () => make('first'));
        return once('k', call, async () => {
          await insert('again');
          await test.database.afterCompletion(() => insert('denial'));
          throw new DomainError(code, kind, 'No.');
        });
      };

      it('returns the stored response and rolls back the check', async () => {
        await once('k', call, () => make('first'));
        expect(await once('k', call, () => make('again'))).toEqual(['first']);
        expect(await made()).toEqual(['first']);
      });

      it.each<[ErrorKind]>([['not_found'], ['conflict'], ['gone'], ['precondition'], ['invalid']])(
        'returns the stored response although the current state (%s) would now refuse the call, and audits no denial',
        async (kind) => {
          expect(await again(kind)).toEqual(['first']);
          expect(await made()).toEqual(['first']);
        },
      );

      it('is rejected for a caller who lost access, even when the error concerns the state', async () => {
        await once('k', call, () => make('first'));
        const hidden = dueToGrants(new DomainError('not_there', 'not_found', 'No.'));
        await expect(once('k', call, () => Promise.reject(hidden))).rejects.toBe(hidden);
        expect(await made()).toEqual(['first']);
      });

      it.each<[ErrorKind, string]>([
        ['unauthenticated', 'step_up_required'],
        ['forbidden', 'out_of_scope_project'],
        ['precondition', 'mfa_enrollment_required'],
        ['unavailable', 'dependency_unavailable'],
      ])(
        'is rejected for a caller who lost access (%s, %s), and the denial is audited',
        async (kind, code) => {
          await expect(again(kind, code)).rejects.toMatchObject({ code });
          expect(await made()).toEqual(['first', 'denial']);
        },
      );

      it('is rejected on an unknown error', async () => {
        await once('k', call, () => make('first'));
        const lost = () => Promise.reject(new Error('connection lost'));
        await expect(once('k', call, lost)).rejects.toThrow('connection lost');
      });
    });

    it('takes over a key that an earlier release left without a response', async () => {
      const [{ attempt }] = (await test.database.query<{ attempt: string }>(
        `INSERT INTO idempotency_keys (caller_id, key, fingerprint) VALUES ($1, 'k', sha256('x')) RETURNING attempt`,
        [callerId],
      )) as [{ attempt: string }];
      expect(await once('k', call, () => make('first'))).toEqual(['first']);
      const [row] = await test.database.query<{ attempt: string }>(
        'SELECT attempt FROM idempotency_keys WHERE caller_id = $1',
        [callerId],
      );
      expect(row!.attempt).not.toBe(attempt);
    });
  });

  it('expires after 24 hours', async () => {
    const first = await once('k');
    await age('23 h 59 min');
    expect(await once('k')).toEqual(first);
    await age('2 min');
    expect(await once('k')).not.toEqual(first);
    expect(done).toBe(2);
  });

  it('is separate for each caller', async () => {
    await once('k');
    const stranger = randomUUID();
    const sql = `INSERT INTO users (id, email, email_key, kind) VALUES ($1::uuid, $1::text, $1::text, 'oidc')`;
    await test.database.query(sql, [stranger]);
    await idempotency.once(stranger, 'k', { ...call, body: {} }, work);
    expect(done).toBe(2);
  });

  it.each([[''], ['a b'], ['é'], ['x'.repeat(256)], [['a', 'b']], ['a\n']])(
    'rejects the key %j',
    async (key) => {
      await expect(once(key)).rejects.toMatchObject({ code: 'validation_failed' });
      expect(done).toBe(0);
    },
  );

  it('stores nothing of its body in the database', async () => {
    await once('k');
    const [row] = await test.database.query<{ text: string }>(
      'SELECT k::text AS text FROM idempotency_keys k WHERE caller_id = $1',
      [callerId],
    );
    expect(row!.text).not.toContain('value');
  });
});
