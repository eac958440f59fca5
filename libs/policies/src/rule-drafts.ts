import { Injectable } from '@nestjs/common';
import { httpErrors, newId } from '#libs/core';
import type { Sql } from '#libs/database';
import { type Caller, holdsGlobally } from '#libs/permissions';
import type { CompiledRules, PolicyRule } from '#libs/policy-engine';
import { AuthoringCoverage } from './authoring-coverage.js';
import { assertBelowCap } from './domain/scoped-selector.js';
import { readSelector } from './domain/selector.js';
import { policyErrors } from './policies.errors.js';
import { anchorIds, type RuleAnchor } from './rule-anchor.js';
import { type PlatformRuleInput, platformFields, scopedFields } from './rule-input.js';
import { assertActive, RuleReferences } from './rule-references.js';
import type { RuleFields } from './rules.store.js';

/** An unsaved rule. */
export interface RuleDraft {
  readonly input: PlatformRuleInput;
  /** Null for a platform rule. */
  readonly anchor: RuleAnchor | null;
  /** The stored rule that it replaces; null for a new one. */
  readonly replaces: string | null;
}

/** Ranks a new rule behind the stored ones of its anchor and tier. */
const NEWEST = Number.MAX_SAFE_INTEGER;

/** Validates and authorizes drafts for simulations. Takes no locks, so that it works in a read-only transaction. */
@Injectable()
export class RuleDrafts {
  constructor(
    private readonly coverage: AuthoringCoverage,
    private readonly references: RuleReferences,
  ) {}

  /**
   * Returns the draft as a rule of the engine, after the same checks as at creation.
   *
   * @throws DomainError permission_denied, policy_not_found, and the errors of PlatformRuleService.create and
   *   ScopedRuleService.create
   */
  async read(db: Sql, caller: Caller, draft: RuleDraft, rules: CompiledRules): Promise<PolicyRule> {
    const { input, anchor, replaces } = draft;
    const fields =
      anchor === null
        ? await this.ofPlatform(db, caller, input)
        : await this.ofAnchor(db, caller, input, anchor, rules.cap);
    const ids = anchorIds(anchor);
    const stored = replaces === null ? null : rules.byId.get(replaces)?.rule;
    if (stored === undefined || (stored && !isAt(stored, ids))) throw policyErrors.policyNotFound();
    const { id, createdAtMicros } = stored ?? { id: newId(), createdAtMicros: NEWEST };
    return { ...ruleOf(fields), ...ids, id, createdAtMicros };
  }

  private async ofPlatform(db: Sql, caller: Caller, input: PlatformRuleInput): Promise<RuleFields> {
    if (!holdsGlobally(caller.grants, 'policy.edit')) throw httpErrors.permissionDenied('policy.edit');
    const fields = platformFields(input);
    await this.references.assertPlacesExist(db, fields.selector);
    await this.references.assertWorkflowExists(db, fields.workflow_id);
    return fields;
  }

  private async ofAnchor(
    db: Sql,
    caller: Caller,
    input: PlatformRuleInput,
    anchor: RuleAnchor,
    cap: number,
  ): Promise<RuleFields> {
    const sent = readSelector(input.selector, anchor.kind);
    const place = await this.coverage.assertCovers(db, caller, anchor);
    if (place.projectId === null) assertActive(place);
    assertBelowCap(input.priority, cap);
    const selector = await this.references.scopedSelector(db, anchor, sent);
    await this.references.assertWorkflowAuthorable(db, input.workflow_id);
    return scopedFields(input, selector);
  }
}

type Ids = ReturnType<typeof anchorIds>;

function isAt({ projectId, teamId }: Ids, anchor: Ids): boolean {
  return projectId === anchor.projectId && teamId === anchor.teamId;
}

function ruleOf(fields: RuleFields): Omit<PolicyRule, 'id' | 'projectId' | 'teamId' | 'createdAtMicros'> {
  const { name, selector, priority, enabled } = fields;
  return {
    ...{ name, selector, priority, enabled },
    workflowId: fields.workflow_id,
    directRevealAllowed: fields.direct_reveal_allowed,
    requiresMfa: fields.requires_mfa,
    revealTtlSeconds: fields.reveal_ttl_seconds,
  };
}
