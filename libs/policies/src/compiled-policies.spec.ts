import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Sql, Tx } from '#libs/database';
import { newId } from '#libs/core';
import { explain } from '#libs/policy-engine';
import { eventually } from '../../../test/support/eventually.js';
import { CompiledPolicies } from './compiled-policies.js';
import { scopeOf } from './domain/rule-target.js';
import { loadPolicies } from './policy-load.js';
import { DEFAULT_WORKFLOW, policyWorld, type PolicyWorld, SEED_RULE } from './testing/policy-world.js';

/** What a process has compiled, against the database, whatever happens to the rules meanwhile. */
describe('CompiledPolicies', () => {
  let world: PolicyWorld;
  let policies: CompiledPolicies;
  let wholeLoads: number;

  beforeAll(async () => {
    world = await policyWorld();
    policies = world.module.get(CompiledPolicies);
  });
  afterAll(() => world.end());
  beforeEach(async () => {
    await policies.current(counted(world.db.database));
    wholeLoads = 0;
  });

  const run = (sql: string, values: unknown[] = []) => world.db.database.query(sql, values);
  /** Counts the statements that read everything. */
  const counted = (db: Sql): Sql => ({
    query: (sql, values) => {
      if (sql.includes('policy_priority_cap AS cap')) wholeLoads += 1;
      return db.query(sql, values);
    },
  });
  const add = async (db: Sql, priority = 10, id = newId()): Promise<string> => {
    await db.query(
      `INSERT INTO policy_rules (id, name, selector, workflow_id, priority) VALUES ($1, 'added', '{}', $2, $3)`,
      [id, DEFAULT_WORKFLOW, priority],
    );
    return id;
  };
  /** All that the process would say, rules in their order and workflows, after it was asked. */
  const told = async (db: Sql = world.db.database) => seen(await policies.current(counted(db)));
  const stored = async (db: Sql = world.db.database) => seen(await loadPolicies(db));
  const seen = ({ version, rules, workflows }: Awaited<ReturnType<typeof loadPolicies>>) => ({
    version,
    order: explain(scopeOf(world.target(), 'person'), rules),
    workflows: [...workflows.values()].sort((a, b) => (a.id < b.id ? -1 : 1)),
  });
  const ids = async () => (await told()).order.map(({ rule }) => rule.id);

  it('reads only changed rules, for any kind of statement', async () => {
    const id = await add(world.db.database);
    for (const change of [
      `UPDATE policy_rules SET priority = 77, enabled = false WHERE id = '${id}'`,
      `UPDATE policy_rules SET project_id = '${world.places.project}',
        selector = '{"environment_kind":"non_prod","project_id":"${world.places.project}"}' WHERE id = '${id}'`,
      `UPDATE workflows SET name = 'renamed', min_approvers = 3 WHERE id = '${world.authorableWorkflow}'`,
      'UPDATE policy_rules SET requires_mfa = true',
      'UPDATE policy_rules SET requires_mfa = true WHERE false',
      'UPDATE team_closure SET depth = depth',
      `DELETE FROM policy_rules WHERE id = '${id}'`,
      `UPDATE policy_rules SET requires_mfa = false`,
    ]) {
      await run(change);
      expect(await told()).toEqual(await stored());
    }
    expect(wholeLoads).toBe(0);
  });

  it('equals rules loaded at once, after any sequence of changes', async () => {
    const change = fc.oneof(
      fc.record({ kind: fc.constant('add' as const), priority: fc.nat(5) }),
      fc.record({ kind: fc.constantFrom('edit', 'disable', 'delete', 'move'), index: fc.nat(20) }),
      fc.record({ kind: fc.constant('cap' as const), cap: fc.integer({ min: 1, max: 6 }) }),
    );
    const apply = async (db: Sql, one: { kind: string; index?: number; priority?: number; cap?: number }) => {
      if (one.kind === 'add') return add(db, one.priority);
      if (one.kind === 'cap')
        return db.query('UPDATE platform_settings SET policy_priority_cap = $1', [one.cap]);
      const what = {
        edit: 'UPDATE policy_rules SET priority = (priority + 1) % 6',
        disable: 'UPDATE policy_rules SET enabled = NOT enabled',
        move: `UPDATE policy_rules SET team_id = CASE WHEN team_id IS NULL THEN '${world.places.team}'::uuid END,
          selector = '{"environment_kind":"non_prod"}'`,
        delete: 'DELETE FROM policy_rules',
      }[one.kind];
      const which = `WHERE id = (SELECT id FROM policy_rules WHERE NOT is_system ORDER BY id OFFSET ${one.index} LIMIT 1)`;
      return db.query(`${what} ${which}`);
    };
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(change, { minLength: 1, maxLength: 4 }), fc.boolean()), { maxLength: 12 }),
        async (transactions) => {
          for (const [changes, rollsBack] of transactions) {
            const inTransaction = async (tx: Tx) => {
              for (const one of changes) await apply(tx, one);
              expect(await told(tx)).toEqual(await stored(tx));
              if (rollsBack) throw new Error('rolled back');
            };
            await world.db.database.transaction(inTransaction).catch((error: Error) => {
              if (error.message !== 'rolled back') throw error;
            });
            expect(await told()).toEqual(await stored());
          }
        },
      ),
      { numRuns: 12 },
    );
    await run('UPDATE platform_settings SET policy_priority_cap = 9000');
    await run('DELETE FROM policy_rules WHERE NOT is_system');
  });

  describe('with concurrent changes', () => {
    /** A transaction that has changed a rule and stays open until it is told how to end. */
    const openChange = async (id: string) => {
      let end: (commits: boolean) => void = () => undefined;
      const ended = new Promise<boolean>((resolve) => (end = resolve));
      let changed: () => void = () => undefined;
      const hasChanged = new Promise<void>((resolve) => (changed = resolve));
      const transaction = world.db.database.transaction(async (tx) => {
        await add(tx, 10, id);
        changed();
        if (!(await ended)) throw new Error('rolled back');
      });
      await hasChanged;
      return { transaction, end };
    };
    const waitingFor = () =>
      eventually(async () => {
        const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
        return (await run(sql)).length === 1;
      }, 'a change that waits');

    it('misses no change: versions are assigned under a lock, so a later one is never visible first', async () => {
      const [first, second] = [newId(), newId()];
      const one = await openChange(first);
      const other = add(world.db.database, 10, second);
      await waitingFor();
      // The second has changed its rule and waits for its version; neither is to be seen yet.
      expect(await ids()).not.toEqual(expect.arrayContaining([first]));
      one.end(true);
      await one.transaction;
      await other;
      expect(await ids()).toEqual(expect.arrayContaining([first, second]));
      expect(await told()).toEqual(await stored());
      expect(wholeLoads).toBe(0);
    });

    it('discards a change that was rolled back, although the next takes the same version', async () => {
      const [first, second] = [newId(), newId()];
      const { version } = await told();
      const one = await openChange(first);
      const other = add(world.db.database, 10, second);
      await waitingFor();
      one.end(false);
      await expect(one.transaction).rejects.toThrow('rolled back');
      await other;
      expect(await told()).toMatchObject({ version: String(BigInt(version) + 1n) });
      expect(await ids()).toEqual(expect.arrayContaining([second]));
      expect(await ids()).not.toEqual(expect.arrayContaining([first]));
    });

    it('discards the changes of a savepoint that was rolled back', async () => {
      await world.db.database.transaction(async (tx) => {
        const failed = tx.savepoint(async (inner) => {
          await inner.query('UPDATE policy_rules SET enabled = false WHERE id = $1', [SEED_RULE]);
          await told(inner);
          throw new Error('rolled back');
        });
        await expect(failed).rejects.toThrow('rolled back');
        expect(await told(tx)).toEqual(await stored(tx));
      });
      await add(world.db.database);
      expect(await told()).toEqual(await stored());
    });

    it('serves a transaction with an older snapshot from that version without reloading', async () => {
      const id = newId();
      await world.db.database.transaction(async (tx) => {
        await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY');
        const before = await told(tx);
        await add(world.db.database, 10, id);
        expect(await ids()).toContain(id);
        expect(await told(tx)).toEqual(before);
        expect(await ids()).toContain(id);
      });
      expect(wholeLoads).toBe(0);
    });
  });

  describe('reloads all rules', () => {
    it.each([
      ['the cap changed', 'UPDATE platform_settings SET policy_priority_cap = 8999'],
      ['a version is missing', 'DELETE FROM policy_changes'],
      [
        'a version came without saying what it changed',
        'UPDATE platform_settings SET policy_version = 900000',
      ],
      [
        'the database went back, as after a failover that lost commits, and other rules got the same version',
        'UPDATE platform_settings SET policy_version = policy_version - 1',
      ],
      [
        'one statement changed very many rules',
        `INSERT INTO policy_rules (id, name, selector, workflow_id, priority)
          SELECT gen_random_uuid(), 'many', '{}', '${DEFAULT_WORKFLOW}', 1 FROM generate_series(1, 1001)`,
      ],
      ['the table was emptied', 'TRUNCATE policy_rules'],
    ])('when %s', async (_case, sql) => {
      await run(sql);
      await add(world.db.database);
      expect(await told()).toEqual(await stored());
      expect(wholeLoads).toBe(1);
      await add(world.db.database);
      expect(await told()).toEqual(await stored());
      expect(wholeLoads).toBe(1);
    });
  });

  it('prunes the change log', async () => {
    await run('UPDATE platform_settings SET policy_version = policy_version + 20000');
    const [row] = await world.db.database.query<{ count: string }>('SELECT count(*) FROM policy_changes');
    expect(row?.count).toBe('1');
  });
});
