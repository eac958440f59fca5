import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { Gauge } from 'prom-client';
import type { ChangeNote, RecentEvents } from '#libs/audit';
import type { JobPolls } from '#libs/jobs';
import type { Caller } from '#libs/permissions';
import { Waits } from './waits.js';

const CHAIN = 'chain of the request';
const note = (action: string, about: Partial<ChangeNote> = {}): ChangeNote => ({
  ...{ action, actor: 'user:somebody', chain: 'another' },
  ...about,
});
const person = (sessionId: string, userId = 'ada'): Caller =>
  ({ userId, workload: null, sessionId }) as Caller;

/** What is changed next; null for more than can be named. */
let changes: ChangeNote[] | null;
let statements: number;
let queued: () => void;
let waits: Waits;

beforeEach(() => {
  jest.useFakeTimers();
  [changes, statements] = [[], 0];
  const since = async (mark: string | null) => {
    statements += 1;
    const notes = mark === null ? [] : changes;
    changes = [];
    return { mark: String(statements), notes };
  };
  const jobs = { onQueued: (listener: () => void) => (queued = listener) };
  const gauge = { set: () => undefined };
  waits = new Waits({ since } as RecentEvents, jobs as unknown as JobPolls, gauge as unknown as Gauge);
  waits.onModuleInit();
  waits.onApplicationBootstrap();
});
afterEach(() => {
  waits.onModuleDestroy();
  jest.useRealTimers();
});

/** Waits like a call whose response stays the same. @returns the seconds of its lookups, NaN once it ended */
async function waiting(seconds: number, chain: string | null, sessionId = 's'): Promise<number[]> {
  const wait = (await waits.join(person(sessionId), seconds))!;
  const began = performance.now();
  const looks: number[] = [];
  wait.chain = chain;
  void (async () => {
    while (await wait.next()) looks.push(Math.round((performance.now() - began) / 1000));
    looks.push(NaN);
    waits.leave(wait);
  })();
  return looks;
}
const pass = (seconds: number): Promise<void> => jest.advanceTimersByTimeAsync(seconds * 1000);

describe('a call that waits', () => {
  it('polls three times in 25 s without a change, and once at the end; all share one statement per second', async () => {
    const [one, other] = [await waiting(25, CHAIN), await waiting(25, null, 't')];
    await pass(26);
    expect([one, other]).toEqual([
      [10, 20, 25, NaN],
      [10, 20, 25, NaN],
    ]);
    expect(statements).toBe(1 + 24);
    await pass(60);
    expect(statements).toBe(1 + 24);
  });

  it.each([
    ['an event of its own request', note('request.approve', { chain: CHAIN }), CHAIN, true],
    ['one of another request', note('request.approve'), CHAIN, false],
    ['any request, as a list', note('request.approve'), null, true],
    ['a job of another request', note('job.claim'), CHAIN, false],
    ['a role that somebody loses', note('user_role.revoke'), CHAIN, true],
    ['a session that was ended', note('auth.session.revoked'), CHAIN, true],
    ['somebody who signs in', note('auth.login'), null, false],
    ['its own person, who steps up', note('auth.mfa.verify', { actor: 'user:ada' }), CHAIN, true],
    ['somebody else, who does', note('auth.mfa.verify'), CHAIN, false],
  ])('is or isn’t woken by %s', async (_name, change, chain, woken) => {
    const looks = await waiting(25, chain);
    changes = [change];
    await pass(2);
    expect(looks).toEqual(woken ? [1] : []);
  });

  it('is woken if there are too many changes to name', async () => {
    const looks = await waiting(25, CHAIN);
    changes = null;
    await pass(2);
    expect(looks).toEqual([1]);
  });

  it('polls less often if notifications change nothing', async () => {
    const looks = await waiting(25, null);
    for (let second = 0; second < 26; second += 1) {
      changes = [note('request.submit')];
      await pass(1);
    }
    expect(looks).toEqual([1, 2, 4, 7, 11, 16, 21, 25, NaN]);
  });

  it('is notified at once of a queued job, at most five times a second', async () => {
    const looks = await waiting(25, CHAIN);
    await pass(0.5);
    changes = [note('request.approve', { chain: CHAIN })];
    for (let times = 0; times < 100; times += 1) queued();
    await pass(0.01);
    expect([looks.length, statements]).toEqual([1, 2]);
  });

  it('is answered at once when the process stops', async () => {
    const looks = await waiting(25, CHAIN);
    waits.onModuleDestroy();
    await pass(0);
    expect(looks).toEqual([NaN]);
    expect(await waits.join(person('s'), 25)).toBeNull();
  });
});

describe('calls that may wait', () => {
  const joined = async (sessionId: string, userId?: string): Promise<boolean> =>
    (await waits.join(person(sessionId, userId), 25)) !== null;

  it('are limited to three per session, 25 per user and 250 per process', async () => {
    for (let calls = 0; calls < 3; calls += 1) expect(await joined('s')).toBe(true);
    expect(await joined('s')).toBe(false);
    for (let calls = 3; calls < 25; calls += 1) expect(await joined(`${calls}`)).toBe(true);
    expect(await joined('another session')).toBe(false);
    for (let calls = 25; calls < 250; calls += 1) expect(await joined('s', `${calls}`)).toBe(true);
    expect(await joined('s', 'last')).toBe(false);
  });

  it('free their slots when they end', async () => {
    const calls = await Promise.all([1, 2, 3].map(() => waits.join(person('s'), 25)));
    waits.leave(calls[0]!);
    expect(await waits.join(person('s'), 25)).not.toBeNull();
  });

  it('run at most four queries concurrently', async () => {
    let [under, most] = [0, 0];
    const look = async (): Promise<void> => {
      most = Math.max(most, (under += 1));
      await Promise.resolve();
      under -= 1;
    };
    await Promise.all(Array.from({ length: 50 }, () => waits.inTurn(look)));
    expect(most).toBe(4);
  });
});
