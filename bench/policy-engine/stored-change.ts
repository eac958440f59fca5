import type { Sql } from '#libs/database';
import { newId } from '#libs/core';
import type { PolicyRule } from '#libs/policy-engine';
import { CompiledPolicies } from '../../libs/policies/src/compiled-policies.js';
import { startBenchServers } from '../support/bench-servers.js';

const WORKFLOW = '01900000-0000-7000-8000-000000000101';
const USER = newId();

/** What one change of the stored rules costs a process that has them compiled, in milliseconds, change by change. */
export interface ChangeTimes {
  /** A process without rules: it loads and compiles all. */
  readonly wholeMs: readonly number[];
  readonly changedMs: Readonly<Record<'one project rule' | 'one platform rule' | '100 rules', number[]>>;
}

/** Stores the rules in a Postgres of its own, changes some in each round, and measures the next use of them. */
export async function measureStoredChanges(
  rules: readonly PolicyRule[],
  rounds: number,
): Promise<ChangeTimes> {
  const servers = await startBenchServers();
  const query = async <Row>(sql: string, values?: readonly unknown[]): Promise<Row[]> =>
    (await servers.pool.query(sql, values as unknown[])).rows as Row[];
  await store(query, rules);
  const policies = new CompiledPolicies();
  await policies.current({ query });
  const timeAfter = async (change: string, process = policies): Promise<number> => {
    await query(change);
    const started = performance.now();
    await process.current({ query });
    return performance.now() - started;
  };
  const inRounds = async (change: () => Promise<number>): Promise<number[]> => {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round += 1) times.push(await change());
    return times.slice(1);
  };
  const edit = (which: string) =>
    `UPDATE policy_rules SET priority = (priority + 1) % 9000 WHERE id IN (SELECT id FROM policy_rules WHERE ${which})`;
  const changedMs = {
    'one project rule': await inRounds(() => timeAfter(edit('project_id IS NOT NULL LIMIT 1'))),
    'one platform rule': await inRounds(() =>
      timeAfter(edit('coalesce(project_id, team_id) IS NULL LIMIT 1')),
    ),
    '100 rules': await inRounds(() => timeAfter(edit('project_id IS NOT NULL LIMIT 100'))),
  };
  const wholeMs = await inRounds(() => timeAfter('SELECT 1', new CompiledPolicies()));
  await servers.stop();
  return { wholeMs, changedMs };
}

type Query = Sql['query'];

async function store(query: Query, rules: readonly PolicyRule[]): Promise<void> {
  await query(`INSERT INTO users (id, email, email_key, kind) VALUES ($1, 'bench', 'bench', 'local')`, [
    USER,
  ]);
  const idOf = new Map<string, string>();
  const uuid = (name: string | null): string | null => {
    if (name !== null && !idOf.has(name)) idOf.set(name, newId());
    return name === null ? null : idOf.get(name)!;
  };
  const rows = rules.map(({ selector, projectId, teamId, name, priority }) => ({
    ...{ id: newId(), name, priority, project_id: uuid(projectId), team_id: uuid(teamId) },
    selector: projectId === null ? withoutProject(selector) : { ...selector, project_id: uuid(projectId) },
  }));
  const placesOf = (of: (rule: PolicyRule) => string | null) => [...new Set(rules.map(of).map(uuid))];
  await query(
    `INSERT INTO projects (id, name, created_by) SELECT id, id::text, $2 FROM unnest($1::uuid[]) id WHERE id IS NOT NULL`,
    [placesOf(({ projectId }) => projectId), USER],
  );
  await query(
    `INSERT INTO teams (id, name) SELECT id, id::text FROM unnest($1::uuid[]) id WHERE id IS NOT NULL`,
    [placesOf(({ teamId }) => teamId)],
  );
  await query(
    `INSERT INTO policy_rules (id, name, selector, priority, project_id, team_id, workflow_id)
      SELECT id, name, selector, priority, project_id, team_id, $2 FROM jsonb_to_recordset($1)
        AS r (id uuid, name text, selector jsonb, priority integer, project_id uuid, team_id uuid)`,
    [JSON.stringify(rows), WORKFLOW],
  );
  await query('ANALYZE');
}

function withoutProject({ project_id: _, ...selector }: PolicyRule['selector']): PolicyRule['selector'] {
  return selector;
}
