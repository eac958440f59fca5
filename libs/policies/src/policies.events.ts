import type { Actor, AuditEvent } from '#libs/audit';
import { type PolicyScope, selectorKeysOf } from '#libs/policy-engine';
import type { OptionalSettings } from './platform-settings.store.js';
import { anchorIds, type RuleAnchor } from './rule-anchor.js';
import type { RuleRow } from './rules.store.js';
import type { WorkflowRow } from './workflows.store.js';

/** The user who changes rules, and the permission that allows it. */
export interface Author {
  readonly actor: Actor;
  readonly permission: 'policy.edit' | 'policy.author' | 'user_role.edit';
}

const ruleChanged =
  (action: string) =>
  (author: Author, rule: RuleRow): AuditEvent => ({
    actor: author.actor,
    action,
    resource: `policy_rule:${rule.id}`,
    status: 'success',
    metadata: {
      actor_permission_used: author.permission,
      project_id: rule.project_id,
      team_id: rule.team_id,
      selector_keys: selectorKeysOf(rule.selector),
    },
  });

const workflowChanged =
  (action: string) =>
  (actor: Actor, workflow: WorkflowRow, changed: readonly string[]): AuditEvent => ({
    actor,
    action,
    resource: `workflow:${workflow.id}`,
    status: 'success',
    metadata: { name: workflow.name, changed },
  });

/** The audit events of this context. Rule events name selector keys, never their values. */
export const policyEvents = {
  created: ruleChanged('policy.create'),
  updated: ruleChanged('policy.update'),
  deleted: ruleChanged('policy.delete'),
  workflowCreated: workflowChanged('workflow.create'),
  workflowUpdated: workflowChanged('workflow.update'),
  workflowDeleted: workflowChanged('workflow.delete'),

  /** @param more without unchanged members */
  settingsUpdated: (actor: Actor, before: number, after: number, more: OptionalSettings): AuditEvent => ({
    actor,
    action: 'platform.settings.updated',
    resource: null,
    status: 'success',
    metadata: {
      policy_priority_cap: after,
      previous_policy_priority_cap: before,
      ...more,
    },
  }),

  /** Recorded before any rule is read, so that it does not reveal whether one exists. */
  deniedOutOfScope: (actor: Actor, anchor: RuleAnchor): AuditEvent => ({
    actor,
    action: 'policy.denied_out_of_scope',
    resource: null,
    status: 'denied',
    metadata: { ...attempted(anchor), actor_permission_attempted: 'policy.author' },
  }),

  deniedWorkflow: (actor: Actor, anchor: RuleAnchor, workflowId: string): AuditEvent => ({
    actor,
    action: 'policy.denied_workflow_not_authorable',
    resource: null,
    status: 'denied',
    metadata: {
      attempted_workflow_id: workflowId,
      ...attempted(anchor),
      actor_permission_attempted: 'policy.author',
    },
  }),

  /** The winning rule would have allowed direct reveal in a prod environment; simulations record none (D75). */
  invariantViolated: (actor: Actor, rule: { readonly id: string }, scope: PolicyScope): AuditEvent => ({
    actor,
    action: 'policy.invariant.violated',
    resource: `policy_rule:${rule.id}`,
    status: 'denied',
    metadata: {
      project_id: scope.projectId,
      environment_id: scope.environmentId,
      environment_kind: scope.environmentKind,
      operation: scope.operation,
    },
  }),
} as const;

function attempted(anchor: RuleAnchor): Record<string, string | null> {
  const { projectId, teamId } = anchorIds(anchor);
  return teamId === null
    ? { attempted_project_id: projectId }
    : { attempted_project_id: null, attempted_team_id: teamId };
}
