import type { Sql } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { compile, type CompiledRules, type PolicyRule } from '#libs/policy-engine';
import type { WorkflowSnapshot } from './workflow-snapshot.js';

/** Everything that resolution needs, as of one version of the rules. */
export interface LoadedPolicies {
  readonly version: bigint;
  readonly rules: CompiledRules;
  readonly workflows: ReadonlyMap<string, WorkflowSnapshot & { readonly enabled: boolean }>;
}

interface Settings {
  version: string;
  cap: number;
  /** The reading transaction has itself changed the rules, and may yet roll back. */
  uncommitted: boolean;
  rules: PolicyRule[];
  workflows: (WorkflowSnapshot & { enabled: boolean })[];
}

const VERSION = 'SELECT policy_version AS version FROM platform_settings';

/** One statement, so that version, cap, rules and workflows come from one snapshot. */
const EVERYTHING = `SELECT s.policy_version AS version, s.policy_priority_cap AS cap,
    coalesce(s.xmin = pg_current_xact_id_if_assigned()::xid, false) AS uncommitted,
    (SELECT coalesce(json_agg(json_build_object(
        'id', r.id, 'name', r.name, 'selector', r.selector, 'workflowId', r.workflow_id, 'priority', r.priority,
        'enabled', r.enabled, 'directRevealAllowed', r.direct_reveal_allowed, 'requiresMfa', r.requires_mfa,
        'revealTtlSeconds', r.reveal_ttl_seconds, 'projectId', r.project_id, 'teamId', r.team_id,
        'createdAtMicros', (extract(epoch FROM r.created_at) * 1000000)::bigint)), '[]')
      FROM policy_rules r) AS rules,
    (SELECT coalesce(json_agg(json_build_object(
        'id', w.id, 'name', w.name, 'enabled', w.enabled, 'minApprovers', w.min_approvers,
        'allowSelfApproval', w.allow_self_approval, 'wrapTtlCreatedSeconds', w.wrap_ttl_created_seconds,
        'wrapTtlApprovedSeconds', w.wrap_ttl_approved_seconds, 'wrapTtlClaimedSeconds', w.wrap_ttl_claimed_seconds,
        'requestTtlSeconds', w.request_ttl_seconds, 'requireJustification', w.require_justification,
        'fillTtlSeconds', w.fill_ttl_seconds, 'requiresSecurityApproval', w.requires_security_approval)), '[]')
      FROM workflows w) AS workflows
  FROM platform_settings s`;

/**
 * The compiled rules of this process. Each use reads the version first (one small statement), so that a rule
 * change holds from the next request on in every process; only a new version is loaded and compiled.
 */
@Injectable()
export class CompiledPolicies {
  #latest: LoadedPolicies | null = null;
  /** Loads under way by the version they were started for: concurrent requests share one. */
  readonly #loading = new Map<bigint, Promise<Read>>();

  /** The policies as the sql's transaction (or a statement of its own) sees them now. */
  async current(db: Sql): Promise<LoadedPolicies> {
    const [row] = await db.query<{ version: string }>(VERSION);
    const version = BigInt((row as { version: string }).version);
    if (this.#latest?.version === version) return this.#latest;
    const shared = await this.#loading.get(version)?.catch(() => null);
    if (shared && !shared.uncommitted) return shared;
    return this.#load(db, version);
  }

  async #load(db: Sql, version: bigint): Promise<LoadedPolicies> {
    const started = load(db).finally(() => this.#loading.delete(version));
    this.#loading.set(version, started);
    const read = await started;
    if (!read.uncommitted && (this.#latest === null || read.version > this.#latest.version))
      this.#latest = read;
    return read;
  }
}

type Read = LoadedPolicies & { readonly uncommitted: boolean };

async function load(db: Sql): Promise<Read> {
  const [row] = await db.query<Settings>(EVERYTHING);
  const { version, cap, uncommitted, rules, workflows } = row as Settings;
  return {
    version: BigInt(version),
    uncommitted,
    rules: compile(rules, cap),
    workflows: new Map(workflows.map((workflow) => [workflow.id, workflow])),
  };
}
