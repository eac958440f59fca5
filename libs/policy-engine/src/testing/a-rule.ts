import type { PolicyRule } from '../policy-rule.js';
import type { PolicyScope } from '../policy-scope.js';

let made = 0;

/** Returns a platform rule that matches everything, with the given members. */
export function aRule(over: Partial<PolicyRule> = {}): PolicyRule {
  made += 1;
  return {
    id: `rule-${String(made).padStart(6, '0')}`,
    name: `rule ${made}`,
    selector: {},
    workflowId: 'workflow',
    priority: 100,
    enabled: true,
    directRevealAllowed: false,
    requiresMfa: false,
    revealTtlSeconds: 60,
    projectId: null,
    teamId: null,
    createdAtMicros: made,
    ...over,
  };
}

/** Returns a read of a secret in a non-prod environment of a project two teams deep. */
export function aScope(over: Partial<PolicyScope> = {}): PolicyScope {
  return {
    projectId: 'project',
    teamIds: ['team', 'parent'],
    environment: 'dev',
    environmentId: 'dev-id',
    environmentKind: 'non_prod',
    providerType: 'vault',
    secretRef: 'apps/web/db',
    operation: 'read',
    type: 'read',
    principalKind: 'person',
    ...over,
  };
}
