import type { Sql } from '#libs/database';
import { compile, type CompiledRules, type PolicyRule, recompile } from '#libs/policy-engine';
import type { WorkflowSnapshot } from './workflow-snapshot.js';

type Workflow = WorkflowSnapshot & { readonly enabled: boolean };

/** The rules and workflows of one version, compiled. Immutable. */
export interface LoadedPolicies {
  readonly version: string;
  /** Identifies the state: after a rollback or a failover, another state may have the same version number. */
  readonly stamp: string;
  readonly rules: CompiledRules;
  readonly workflows: ReadonlyMap<string, Workflow>;
}

const RULES = `SELECT coalesce(json_agg(json_build_object(
    'id', r.id, 'name', r.name, 'selector', r.selector, 'workflowId', r.workflow_id, 'priority', r.priority,
    'enabled', r.enabled, 'directRevealAllowed', r.direct_reveal_allowed, 'requiresMfa', r.requires_mfa,
    'revealTtlSeconds', r.reveal_ttl_seconds, 'projectId', r.project_id, 'teamId', r.team_id,
    'createdAtMicros', (extract(epoch FROM r.created_at) * 1000000)::bigint)), '[]')
  FROM policy_rules r`;

const WORKFLOWS = `SELECT coalesce(json_agg(json_build_object(
    'id', w.id, 'name', w.name, 'enabled', w.enabled, 'minApprovers', w.min_approvers,
    'allowSelfApproval', w.allow_self_approval, 'wrapTtlCreatedSeconds', w.wrap_ttl_created_seconds,
    'wrapTtlApprovedSeconds', w.wrap_ttl_approved_seconds, 'wrapTtlClaimedSeconds', w.wrap_ttl_claimed_seconds,
    'requestTtlSeconds', w.request_ttl_seconds, 'requireJustification', w.require_justification,
    'fillTtlSeconds', w.fill_ttl_seconds, 'requiresSecurityApproval', w.requires_security_approval)), '[]')
  FROM workflows w`;

/** A single statement, so that version, cap, rules and workflows come from one snapshot. */
const EVERYTHING = `SELECT s.policy_version AS version, s.policy_stamp AS stamp, s.policy_priority_cap AS cap,
    (${RULES}) AS rules, (${WORKFLOWS}) AS workflows
  FROM platform_settings s`;

/** Maximum number of changed ids for an incremental load. */
const MAX_IDS = 10_000;

/**
 * Selects the changes since the latest known state that is also in the database. A single statement sees one snapshot: all of
 * a version or nothing of it. Returns no row when a version in between is missing or has no record of its changes.
 */
const CHANGES = `WITH base AS (
    SELECT c.version, c.stamp FROM policy_changes c JOIN unnest($1::bigint[], $2::uuid[]) AS known (version, stamp)
      USING (version, stamp)
    WHERE c.version <= (SELECT policy_version FROM platform_settings) ORDER BY c.version DESC LIMIT 1
  ), since AS MATERIALIZED (
    SELECT c.rule_ids, c.workflow_ids FROM policy_changes c, base, platform_settings s
    WHERE c.version > base.version AND c.version <= s.policy_version
  ), total AS MATERIALIZED (
    SELECT count(*) AS versions, coalesce(sum(cardinality(rule_ids) + cardinality(workflow_ids)), 0) AS ids,
      coalesce(bool_and(rule_ids IS NOT NULL AND workflow_ids IS NOT NULL), true) AS complete
    FROM since
  )
  SELECT s.policy_version AS version, s.policy_stamp AS stamp, base.stamp AS base,
    (SELECT coalesce(json_agg(id), '[]') FROM since, unnest(rule_ids) AS id) AS "ruleIds",
    (${RULES} WHERE r.id IN (SELECT unnest(rule_ids) FROM since)) AS rules,
    (SELECT coalesce(json_agg(id), '[]') FROM since, unnest(workflow_ids) AS id) AS "workflowIds",
    (${WORKFLOWS} WHERE w.id IN (SELECT unnest(workflow_ids) FROM since)) AS workflows
  FROM platform_settings s, base, total
  WHERE total.complete AND total.versions = s.policy_version - base.version AND total.ids <= ${MAX_IDS}`;

interface State {
  readonly version: string;
  readonly stamp: string;
  readonly rules: PolicyRule[];
  readonly workflows: Workflow[];
}

type Everything = State & { readonly cap: number };

type Changes = State & { readonly base: string; readonly ruleIds: string[]; readonly workflowIds: string[] };

/** Reads and compiles all rules and workflows. */
export async function loadPolicies(db: Sql): Promise<LoadedPolicies> {
  const [row] = await db.query<Everything>(EVERYTHING);
  const { version, stamp, cap, rules, workflows } = row as Everything;
  return { version, stamp, rules: compile(rules, cap), workflows: byId(workflows) };
}

/**
 * Reads and compiles the changes since one of the known states.
 *
 * @returns null when the record of changes is incomplete since each of them
 */
export async function loadChanges(db: Sql, known: readonly LoadedPolicies[]): Promise<LoadedPolicies | null> {
  if (known.length === 0) return null;
  const [versions, stamps] = [known.map(({ version }) => version), known.map(({ stamp }) => stamp)];
  const [row] = await db.query<Changes>(CHANGES, [versions, stamps]);
  const base = known.find(({ stamp }) => stamp === row?.base);
  if (!row || !base) return null;
  const { version, stamp, ruleIds, rules, workflowIds, workflows } = row;
  const changed = new Set(workflowIds);
  const unchanged = [...base.workflows.values()].filter(({ id }) => !changed.has(id));
  return {
    ...{ version, stamp },
    rules: recompile(base.rules, ruleIds, rules),
    workflows: workflowIds.length === 0 ? base.workflows : byId([...unchanged, ...workflows]),
  };
}

function byId(workflows: readonly Workflow[]): ReadonlyMap<string, Workflow> {
  return new Map(workflows.map((workflow) => [workflow.id, workflow]));
}
