import { type Fill, id } from './fill-columns.js';

/** Changes of each rule. So there is a rule for ten rows: every process holds all rules in its memory. */
const VERSIONS = 10;
/** The platform's own rules are as many however many projects and teams have theirs. */
const PLATFORM = 200;

const IS_PLATFORM = `n % ($1 / ${VERSIONS} / ${PLATFORM}) = 0`;
const PROJECT = `CASE WHEN NOT ${IS_PLATFORM} AND n % 5 IN (0, 1, 2) THEN ${id('n')} END`;
const TEAM = `CASE WHEN NOT ${IS_PLATFORM} AND n % 5 IN (3, 4) THEN ${id('n')} END`;

/** The number of the n-th rule of a project, or of a team, which has the same number. */
export const projectRule = (n: number): number => 11 + 5 * n;
export const teamRule = (n: number): number => 13 + 5 * n;

/** Rules of the platform, of projects and of teams, with what was changed in them. None holds for the bench's place. */
export const ruleFills: readonly Fill[] = [
  {
    tables: ['policy_rules', 'policy_rule_versions'],
    sql: `WITH numbered AS (SELECT n, ${PROJECT} AS project_id, ${TEAM} AS team_id, now() - ($1 - n * ${VERSIONS}) * interval '15 s' AS at
        FROM generate_series(1, $1::int / ${VERSIONS}) n),
      rules AS (INSERT INTO policy_rules (id, name, selector, workflow_id, priority, project_id, team_id, created_at, updated_at)
        SELECT ${id('n')}, 'rule ' || n, CASE WHEN team_id IS NOT NULL THEN '{"environment_kind": "non_prod"}'
            ELSE jsonb_build_object('project_id', coalesce(project_id, ${id('n')}), 'environment_kind', 'non_prod') END,
          w.id, 10, project_id, team_id, at, at FROM numbered, workflows w WHERE w.name = 'default' RETURNING *)
      INSERT INTO policy_rule_versions (rule_id, version, action, project_id, team_id, rule, changed_by, changed_at)
        SELECT r.id, v, CASE v WHEN 1 THEN 'create' ELSE 'update' END, r.project_id, r.team_id,
          to_jsonb(r) - 'selector_environment_id' - 'scoped_environment_kind', 'system:bench', r.created_at + v * interval '1 s'
        FROM rules r, generate_series(1, ${VERSIONS}) v`,
  },
];
