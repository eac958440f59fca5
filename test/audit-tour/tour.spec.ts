import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { GUARDED, OPERATIONS } from '../matrix/document.js';
import { withClient } from '../support/database-state.js';
import { codesOf, DENIALS } from './denials.js';
import { send } from './step.js';
import { STEPS } from './steps.js';
import { openTourWorld, type TourWorld } from './tour-world.js';

/** A GET that changes something all the same. */
const GETS_WITH_AN_EFFECT = [
  'GET /api/v1/auth/oidc/start',
  'GET /api/v1/auth/oidc/callback',
  'GET /api/v1/auth/mfa/handoff/{id}',
  'GET /api/v1/requests/{id}/wraps/{wrap_id}',
  'GET /api/v1/agents/{id}/wraps/{wrap_id}',
];
const MUTATING = OPERATIONS.filter(({ verb, name }) => verb !== 'GET' || GETS_WITH_AN_EFFECT.includes(name));

/** What has no id: there is one of it. */
const WITHOUT_A_ROW = new Set(['platform.settings.updated']);

interface AuditRow {
  readonly actor: string;
  readonly action: string;
  readonly status: string;
  readonly resource: string | null;
  readonly correlation_id: string | null;
  readonly metadata: Record<string, unknown>;
}

let world: TourWorld;
beforeAll(async () => {
  world = await openTourWorld();
}, 120_000);
afterAll(() => world?.oidc.close());

/**
 * Returns the audit log from its n-th event on. No worker runs and one call is made at a time: all that comes is the
 * call's.
 */
const eventsFrom = (n: number): Promise<AuditRow[]> =>
  withClient(world.stack.databaseUrl, async (client) => {
    const sql = `SELECT actor, action, status, resource, correlation_id, metadata
      FROM audit_events ORDER BY occurred_at, id OFFSET $1`;
    return (await client.query<AuditRow>(sql, [n])).rows;
  });

describe('the success of a route that changes something', () => {
  it('is tried at every such route, and at no other', () => {
    expect(Object.keys(STEPS).sort()).toEqual(MUTATING.map(({ name }) => name).sort());
  });

  it.each(MUTATING.map((route) => [route.name, route] as const))(
    'is recorded by its events alone: %s',
    async (name, route) => {
      const step = STEPS[name]!;
      const shot = await step.prepare(world);
      const before = (await eventsFrom(0)).length;
      const status = await send(route, shot);
      expect(status).toMatch(/^[23]\d\d$/);
      const events = await eventsFrom(before);
      const found = events.map(({ action, status: outcome }) => `${action} ${outcome}`);
      expect(found.sort()).toEqual([...step.events].sort());
      for (const { actor, action, resource, correlation_id } of events) {
        expect(actor).toMatch(/^((user|agent):[0-9a-f-]{36}|system:[a-z_-]+|workload:[a-z0-9-]+)$/);
        if (!WITHOUT_A_ROW.has(action)) expect(resource).toMatch(/^[a-z_]+:[0-9a-f-]{36}$/);
        expect(correlation_id).toMatch(/^[0-9a-f-]{36}$/);
      }
      if (events.length === 0) expect(step.because).toBeDefined();
    },
  );
});

describe('a 403 on a route that changes something or returns a value', () => {
  /** The description has a second form of each answer, and agents are minted here. */
  const NOT_HERE = ['older', 'legacy_mint_disabled'];
  /** They have it only under the strict profile (D95). */
  const UNTRIED = ['POST /api/v1/projects', 'DELETE /api/v1/roles/{id}'];
  /** Codes of nearly every operation; the first two are tried at each by test/matrix/refusals.spec.ts. */
  const GENERAL = ['permission_denied', 'cross_site_request_refused', 'workload_not_allowed'];
  const ALL = Object.entries(DENIALS).flatMap(([code, denials]) =>
    denials.map(({ route, prepare }) => [code, route, prepare] as const),
  );

  it('is tried with every code, and at every operation that has one of its own', () => {
    const codes = new Set(GUARDED.flatMap(codesOf));
    expect([...codes].sort()).toEqual([...Object.keys(DENIALS), ...NOT_HERE].sort());
    const tried = new Set(ALL.map(([code, route]) => (GENERAL.includes(code) ? '' : route)));
    const own = GUARDED.filter((route) =>
      codesOf(route).some((code) => ![...NOT_HERE, ...GENERAL].includes(code)),
    );
    expect(own.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual(UNTRIED);
  });

  it.each(ALL)('is audited, whoever throws it: %s of %s', async (code, route, prepare) => {
    const shot = await prepare(world);
    const before = (await eventsFrom(0)).length;
    expect(
      await send(
        OPERATIONS.find(({ name }) => name === route)!,
        shot,
      ),
    ).toBe(`403 ${code}`);
    const events = await eventsFrom(before);
    const { userId } = shot.by;
    const actor = userId ? `user:${userId}` : expect.stringMatching(/^(workload:.+|anonymous)$/);
    expect(events).toMatchObject([{ actor, status: 'denied' }]);
    const [{ action, metadata }] = events as [AuditRow];
    if (action === 'access.denied') expect(metadata).toMatchObject({ operation: route, code });
  });
});
