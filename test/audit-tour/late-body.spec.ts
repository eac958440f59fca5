import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isOfAgent, OPERATIONS, type Route } from '../matrix/document.js';
import type { TestClient } from '../support/client.js';
import { stateOf, withClient } from '../support/database-state.js';
import { eventually } from '../support/eventually.js';
import { SlowBodyProxy } from '../support/slow-body-proxy.js';
import { send, type Shot } from './step.js';
import { STEPS } from './steps.js';
import { openTourWorld, type TourWorld } from './tour-world.js';

/** Longer than a caller's authorization may be reused (D97). */
const LATE_MS = 1_200;
/** So few that even a slow machine is done with them before a body is too late (D96). */
const AT_ONCE = 24;

const isOfPeople = (route: Route): boolean => route.operation.security.length > 0 && !isOfAgent(route);
const WITH_BODY = OPERATIONS.filter(({ verb }) => ['POST', 'PUT', 'PATCH'].includes(verb));
/** What they were prepared with is old by the time that it is to be accepted. */
const HOLD_A_CODE = ['POST /api/v1/auth/mfa/verify', 'POST /api/v1/users/me/mfa/totp/confirm'];
/** Whoever has a session may do this with what is their own, or learn it, whatever they hold. */
const NEEDS_NO_GRANT = new Set([
  ...['POST /api/v1/auth/cli/allow', 'POST /api/v1/auth/cli/inspect', 'POST /api/v1/auth/cli/refuse'],
  ...['POST /api/v1/auth/logout', 'POST /api/v1/auth/mfa/challenge', 'POST /api/v1/auth/mfa/verify'],
  ...['POST /api/v1/auth/mfa/handoff', 'POST /api/v1/auth/mfa/handoff/{id}/response'],
  ...['POST /api/v1/users/me/mfa/totp/start', 'POST /api/v1/users/me/mfa/totp/confirm'],
  ...['POST /api/v1/users/me/mfa/webauthn/start', 'POST /api/v1/users/me/mfa/webauthn/finish'],
  ...['PUT /api/v1/users/me/password', 'POST /api/v1/directory/resolve', 'POST /api/v1/projects'],
  ...['POST /api/v1/requests/{id}/cancel', 'POST /api/v1/reveal-sessions'],
  'POST /api/v1/reveal-sessions/{id}/expire',
]);

type Profile = 'standard' | 'strict';

interface Withdrawal {
  readonly what: string;
  readonly from: (route: Route, profile: Profile) => boolean;
  readonly take: string;
  readonly giveBack: string;
}

const WITHDRAWALS: readonly Withdrawal[] = [
  {
    what: 'sessions were revoked',
    from: isOfPeople,
    take: 'UPDATE sessions SET revoked_at = clock_timestamp() WHERE revoked_at IS NULL',
    giveBack: 'UPDATE sessions SET revoked_at = NULL',
  },
  {
    what: 'accounts were disabled',
    from: isOfPeople,
    take: 'UPDATE users SET disabled = true',
    giveBack: 'UPDATE users SET disabled = false',
  },
  {
    what: 'grants were taken away',
    from: (route) => isOfPeople(route) && !NEEDS_NO_GRANT.has(route.name),
    take: 'CREATE TABLE taken_grants AS SELECT * FROM user_roles; DELETE FROM user_roles',
    giveBack: 'INSERT INTO user_roles SELECT * FROM taken_grants; DROP TABLE taken_grants',
  },
  {
    what: 'step-ups were taken away',
    from: ({ operation }, profile) =>
      'fresh_mfa' in operation['x-access'] ||
      (profile === 'strict' && 'fresh_mfa_when_strict' in operation['x-access']),
    take: `ALTER TABLE sessions ADD COLUMN taken_mfa_at timestamptz;
      UPDATE sessions SET taken_mfa_at = last_mfa_at, last_mfa_at = NULL`,
    giveBack: `UPDATE sessions SET last_mfa_at = taken_mfa_at; ALTER TABLE sessions DROP COLUMN taken_mfa_at`,
  },
  {
    what: 'agents were revoked',
    from: isOfAgent,
    take: `CREATE TABLE taken_agents AS SELECT id FROM agents WHERE status = 'active';
      UPDATE agents SET status = 'revoked', revoked_at = clock_timestamp() WHERE status = 'active'`,
    giveBack: `UPDATE agents SET status = 'active', revoked_at = NULL WHERE id IN (SELECT id FROM taken_agents);
      DROP TABLE taken_agents`,
  },
];

const inGroups = (routes: readonly Route[]): Route[][] =>
  Array.from({ length: Math.ceil(routes.length / AT_ONCE) }, (_, n) =>
    routes.slice(n * AT_ONCE, (n + 1) * AT_ONCE),
  );

/** Its own api is a strict one; another, of the standard profile, is before the same database. */
let world: TourWorld;
beforeAll(async () => {
  world = await openTourWorld({ profile: 'strict' });
}, 120_000);
afterAll(() => world?.oidc.close());

describe.each(['standard', 'strict'] as const)(
  'under the %s profile, a call whose body comes late',
  (profile) => {
    let proxy: SlowBodyProxy;
    /** Somebody who calls the same api. */
    let another: TestClient;
    const shots = new Map<string, Shot>();

    beforeAll(async () => {
      const api =
        profile === 'strict'
          ? world.stack.apis[0]!
          : await world.stack.addApi({ SVC_SECURITY_PROFILE: profile });
      proxy = await SlowBodyProxy.before(api.url);
      another = Object.assign(Object.create(world.filler) as TestClient, { baseUrl: api.url });
      for (const { name } of WITH_BODY.filter((route) => isOfAgent(route) || isOfPeople(route)))
        shots.set(name, await STEPS[name]!.prepare(world));
    }, 180_000);
    afterAll(() => proxy?.stop());

    /** Begins each call as a caller for whom it would succeed. @returns the answer once the rest of its body was sent */
    async function begin(routes: readonly Route[]): Promise<Promise<string>[]> {
      proxy.forget();
      const answers = routes.map(async (route) => {
        const shot = shots.get(route.name)!;
        shot.by.baseUrl = proxy.url;
        const sent = send(route, { ...shot, body: shot.body ?? {} });
        shot.by.baseUrl = world.stack.apis[0]!.url;
        return `${route.name}: ${await sent}`;
      });
      await eventually(async () => proxy.seen.begun === routes.length, 'all of the calls');
      // They are let in before these: connections are handed out in the order in which they were asked for.
      for (let n = 0; n < 5; n += 1) await world.must(another.get('/users/me'));
      return answers;
    }

    const sql = (text: string): Promise<unknown> =>
      withClient(world.stack.databaseUrl, (client) => client.query(text));
    const changes = async (): Promise<unknown> => {
      const { rows } = await withClient(world.stack.databaseUrl, (client) =>
        client.query(`SELECT action FROM audit_events WHERE status = 'success' ORDER BY occurred_at, id`),
      );
      return { rows: rows.length, last: rows.at(-1), state: await stateOf(world.stack.databaseUrl) };
    };

    it('covers every route that changes something and accepts a body', () => {
      expect(shots.size).toBeGreaterThan(60);
      const covered = WITH_BODY.filter((route) => WITHDRAWALS.some(({ from }) => from(route, profile)));
      expect(covered.map(({ name }) => name)).toEqual([...shots.keys()]);
      expect([...NEEDS_NO_GRANT].filter((name) => !shots.has(name))).toEqual([]);
    });

    it.each(WITHDRAWALS)('is refused and changes nothing when $what meanwhile', async (withdrawal) => {
      const all = WITH_BODY.filter((route) => withdrawal.from(route, profile));
      expect(all).not.toHaveLength(0);
      for (const routes of inGroups(all)) {
        const answers = await begin(routes);
        await sql(withdrawal.take);
        try {
          await sleep(LATE_MS);
          const { answered } = proxy.seen;
          const before = await changes();
          proxy.release();
          const given = await Promise.all(answers);
          // No call was refused by the guard.
          expect(answered).toBe(0);
          // Who may no longer see a request does not find it.
          expect(given.filter((answer) => !/: (40[13] |404 request_not_found)/.test(answer))).toEqual([]);
          expect(await changes()).toEqual(before);
        } finally {
          await sql(withdrawal.giveBack);
        }
      }
    });

    it('succeeds when nothing was revoked', async () => {
      for (const routes of inGroups(WITH_BODY.filter(({ name }) => shots.has(name)))) {
        for (const { name } of routes)
          if (HOLD_A_CODE.includes(name)) shots.set(name, await STEPS[name]!.prepare(world));
        const answers = await begin(routes);
        await sleep(LATE_MS);
        proxy.release();
        const given = await Promise.all(answers);
        expect(given.filter((answer) => !/: 2\d\d$/.test(answer))).toEqual([]);
      }
    });
  },
);
