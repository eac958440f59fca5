import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { type ExecutedRead, insertPeople } from '../../libs/requests/src/testing/executed-reads.js';
import { canary } from '../support/canary.js';
import { TestClient } from '../support/client.js';
import { insertReads, MASTER_KEY_ENV } from '../support/executed-reads.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld } from '../support/world.js';

const PEOPLE = 40;
/** Asked for at both processes: twenty calls of each person, which is what the limit lets through. */
const WRAPS_EACH = 10;

describe('a storm of retrievals in which an api process is killed', () => {
  let stack: TestStack;
  let database: pg.Pool;
  let reads: ExecutedRead[];
  const values = new Map<string, string>();

  beforeAll(async () => {
    stack = await startStack({ apis: 2, env: MASTER_KEY_ENV });
    const world = await buildWorld(stack);
    database = new pg.Pool({ connectionString: stack.databaseUrl, max: 4 });
    const secrets = Array.from({ length: PEOPLE }, (_, person) =>
      Array.from({ length: WRAPS_EACH }, (__, n) => Buffer.from(canary(`value ${n} of ${person}`))),
    );
    const people = await insertPeople(database, PEOPLE);
    reads = await insertReads(database, world, people, (index) => secrets[index]!);
    for (const [index, read] of reads.entries())
      for (const [n, id] of read.wrapIds.entries()) values.set(id, secrets[index]![n]!.toString('base64'));
  }, 60_000);

  afterAll(async () => {
    await database?.end();
    await stack?.stop();
  });

  it('returns no value twice, and records every retrieved one', async () => {
    const delivered: string[] = [];
    const outcomes = new Map<string, number>();
    let answered = 0;
    const ask = async (read: ExecutedRead, wrapId: string, api: number): Promise<void> => {
      const headers = { cookie: `svc_session=${read.requester.cookie}` };
      const outcome = await new TestClient(stack.apis[api]!.url)
        .get(`/requests/${read.requestId}/wraps/${wrapId}`, { headers })
        .then(
          ({ status, body }) => {
            if (status !== 200) return `${status} ${body.error_code}`;
            expect(body.value).toBe(values.get(wrapId));
            delivered.push(wrapId);
            return '200';
          },
          () => 'connection lost',
        );
      // A machine too busy for a connection in time says so and has taken nothing: one asks again.
      if (outcome === '503 dependency_unavailable') return ask(read, wrapId, api);
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      answered += 1;
      if (answered === (PEOPLE * WRAPS_EACH) / 2) await stack.apis[0]!.kill();
    };
    const calls = reads.flatMap((read) =>
      read.wrapIds.flatMap((wrapId, n) => [0, 1].map((api) => () => ask(read, wrapId, (api + n) % 2))),
    );
    await inParallel(64, calls);

    expect([...outcomes.keys()].sort()).toEqual(['200', '410 wrap_consumed', 'connection lost']);
    expect(new Set(delivered).size).toBe(delivered.length);
    const consumed = await ids('SELECT id FROM wraps WHERE consumed_at IS NOT NULL AND ciphertext IS NULL');
    const audited = await ids(
      `SELECT substr(resource, 6) AS id FROM audit_events WHERE action = 'wrap.retrieve' AND status = 'success'`,
    );
    expect(audited).toEqual(consumed);
    expect(consumed).toEqual(expect.arrayContaining(delivered));
    // The process that lived answered every wrap that the killed one had not taken.
    expect(consumed).toHaveLength(PEOPLE * WRAPS_EACH);
    expect(delivered.length).toBeGreaterThan(consumed.length / 2);
  }, 180_000);

  async function ids(sql: string): Promise<string[]> {
    return (await database.query<{ id: string }>(`${sql} ORDER BY 1`)).rows.map((row) => row.id);
  }
});

async function inParallel(width: number, calls: readonly (() => Promise<void>)[]): Promise<void> {
  let next = 0;
  const runner = async (): Promise<void> => {
    while (next < calls.length) await calls[next++]!();
  };
  await Promise.all(Array.from({ length: width }, runner));
}
