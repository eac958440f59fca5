import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import pg from 'pg';
import { v7 } from 'uuid';
import { TestClient } from '../support/client.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

/** 100 tries in each round: 10,000 at night, a tenth of it in `npm test`. */
const ROUNDS = process.env.NIGHTLY === '1' ? 100 : 10;
const TRIES = 100;
/** Printed in the test's name; set it to run the same combinations again. */
const SEED = Number(process.env.SEED ?? Date.now() % 1_000_000);
const REFS = ['apps/a', 'apps/b', 'jobs/c', 'd'];
const WORKFLOW = '01900000-0000-7000-8000-000000000101';

interface Place {
  readonly project: string;
  readonly environment: string;
  readonly prod: boolean;
}

/** Rules, grants and bindings as anybody might have made them. */
const ruleArb = fc.record({
  selector: fc.oneof(
    { weight: 1, arbitrary: fc.constant({}) },
    {
      weight: 2,
      arbitrary: fc.record(
        {
          environment_kind: fc.constantFrom('prod', 'non_prod'),
          environment: fc.constantFrom('dev', 'prod', 'live'),
          operation: fc.constantFrom('reveal', 'read'),
          provider_type: fc.constant('vault'),
          secret_ref_prefix: fc.constantFrom('apps/', 'jobs/', 'd', 'x'),
          type: fc.constantFrom('read', 'patch'),
        },
        { requiredKeys: [] },
      ),
    },
  ),
  direct: fc.integer({ min: 0, max: 2 }).map((n) => n > 0),
  enabled: fc.integer({ max: 9, min: 0 }).map((n) => n > 0),
  priority: fc.integer({ min: 1, max: 20_000 }),
});
/** Comes first: random rounds alone may happen to allow nothing, and would then prove nothing. */
const SURE = {
  rules: [{ selector: {}, direct: true, enabled: true, priority: 1 }],
  grant: 'global' as const,
  boundProd: REFS.slice(0, 1),
};
const roundArb = fc.record({
  rules: fc.array(ruleArb, { minLength: 1, maxLength: 6 }),
  grant: fc.constantFrom('global', 'global', 'project', 'team', 'none'),
  boundProd: fc.subarray(REFS),
  tries: fc.array(fc.tuple(fc.nat({ max: 99 }), fc.constantFrom(...REFS), fc.nat({ max: 1 })), {
    minLength: TRIES,
    maxLength: TRIES,
  }),
});

describe('direct reveal of anything prod', () => {
  let stack: TestStack;
  let world: World;
  let db: pg.Client;
  let revealer: TestClient;
  let places: Place[];
  let connections: string[];

  beforeAll(async () => {
    stack = await startStack();
    world = await buildWorld(stack);
    db = new pg.Client({ connectionString: stack.databaseUrl });
    await db.connect();
    revealer = await world.person('revealer', null, { fresh: true });
    const other = created(await world.admin.post('/projects', { name: 'other' }));
    const environment = async (project: string, name: string, type: string): Promise<Place> => {
      const row = created(
        await world.admin.post('/environments', { project_id: project, name, type, risk_level: 0 }),
      );
      return { project, environment: row.id, prod: row.kind === 'prod' };
    };
    places = [
      { project: world.project.id, environment: world.dev.id, prod: false },
      { project: world.project.id, environment: world.prod.id, prod: true },
      await environment(world.project.id, 'live', 'prod'),
      await environment(other.id, 'dev', 'staging'),
      await environment(other.id, 'live', 'prod'),
    ];
    const scope = { address: 'http://127.0.0.1:1', kvMount: 'secret' };
    const second = created(
      await world.admin.post('/provider-connections', { name: 'second', type: 'vault', scope }),
    );
    connections = [world.connection.id, second.id];
    for (const connection of connections) {
      for (const project of [world.project.id, other.id]) {
        await world.admin.post(`/provider-connections/${connection}/bindings`, { project_id: project });
      }
    }
  }, 60_000);

  afterAll(async () => {
    await db?.end();
    await stack?.stop();
  });

  async function lay(
    round: Pick<typeof roundArb extends fc.Arbitrary<infer T> ? T : never, 'rules' | 'grant' | 'boundProd'>,
  ): Promise<Set<string>> {
    await db.query(`DELETE FROM policy_rules WHERE NOT is_system`);
    for (const rule of round.rules) {
      await db.query(
        `INSERT INTO policy_rules (id, name, selector, workflow_id, priority, enabled, direct_reveal_allowed)
         VALUES ($1, 'random', $2, $3, $4, $5, $6)`,
        [v7(), rule.selector, WORKFLOW, rule.priority, rule.enabled, rule.direct],
      );
    }
    await db.query(`DELETE FROM user_roles WHERE user_id = $1`, [revealer.userId]);
    if (round.grant !== 'none') await grant(round.grant);
    await db.query('DELETE FROM environment_secrets');
    await db.query('DELETE FROM secrets');
    const prod = places.filter((place) => place.prod);
    for (const [n, ref] of round.boundProd.entries()) {
      const [connection, place] = [connections[n % 2]!, prod[n % prod.length]!];
      const id = v7();
      await db.query(
        `INSERT INTO secrets (id, provider_connection_id, provider, ref) VALUES ($1, $2, 'vault', $3)`,
        [id, connection, ref],
      );
      await db.query('INSERT INTO environment_secrets (environment_id, secret_id) VALUES ($1, $2)', [
        place.environment,
        id,
      ]);
    }
    return new Set(round.boundProd.map((ref, n) => `${connections[n % 2]} ${ref}`));
  }

  async function grant(scope: 'global' | 'project' | 'team'): Promise<void> {
    await db.query(
      `INSERT INTO user_roles (id, user_id, role_id, project_id, team_id, granted_by)
       SELECT $1, $2, id, $3, $4, 'test' FROM roles WHERE name = 'developer'`,
      [
        v7(),
        revealer.userId,
        scope === 'project' ? world.project.id : null,
        scope === 'team' ? world.team.id : null,
      ],
    );
  }

  it(`never succeeds in ${ROUNDS * TRIES} random combinations of rules, grants, bindings and kinds, while non-prod does (SEED=${SEED})`, async () => {
    let revealed = 0;
    const wrong: string[] = [];
    const rounds = fc.sample(roundArb, { numRuns: ROUNDS, seed: SEED });
    for (const round of [{ ...rounds[0]!, ...SURE }, ...rounds.slice(1)]) {
      const boundToProd = await lay(round);
      for (const [n, ref, c] of round.tries) {
        const place = places[n % places.length]!;
        const path = `/projects/${place.project}/environments/${place.environment}/direct-reveal`;
        const body = { provider_connection_id: connections[c], secret_ref: ref, keys: ['k'] };
        const answer = await revealer.post(path, body);
        const isProd = place.prod || boundToProd.has(`${connections[c]} ${ref}`);
        if (answer.status === 201) revealed += 1;
        else if (answer.status !== 403) wrong.push(`${answer.status} ${answer.body.error_code}`);
        if (isProd && answer.status !== 403) wrong.push(`prod gave ${answer.status}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(revealed).toBeGreaterThan(ROUNDS);
    const { rows } = await db.query(
      `SELECT count(*)::int AS n FROM access_requests r JOIN environments e ON e.id = r.environment_id
       WHERE r.direct AND e.kind = 'prod'`,
    );
    expect(rows[0]).toEqual({ n: 0 });
  }, 300_000);
});
