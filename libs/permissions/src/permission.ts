/** The permission catalog, owned by the service (specification, "Permission catalog"). */
export const PERMISSION_CATALOG = [
  { permission: 'role.edit', group: 'RBAC', description: 'Create, change and delete roles' },
  { permission: 'user_role.edit', group: 'RBAC', description: 'Grant roles to users and revoke them' },
  {
    permission: 'workflow.edit',
    group: 'Workflows',
    description: 'Create, change and delete approval workflows',
  },
  { permission: 'policy.edit', group: 'Workflows', description: 'Author platform policy rules and settings' },
  {
    permission: 'policy.author',
    group: 'Workflows',
    description: 'Author policy rules within a project or team',
  },
  { permission: 'agent.mint', group: 'Agents', description: 'Issue enrollment tokens and mint agents' },
  { permission: 'agent.revoke', group: 'Agents', description: 'Revoke agents' },
  { permission: 'agent.list', group: 'Agents', description: 'Reserved; any signed-in user may list agents' },
  { permission: 'secret.request', group: 'Secrets', description: 'Ask to read or change secrets' },
  { permission: 'secret.approve', group: 'Secrets', description: 'Approve or reject requests' },
  {
    permission: 'secret.reveal.direct',
    group: 'Secrets',
    description: 'Reveal non-prod secrets without approval where a rule allows it',
  },
  {
    permission: 'secret.value.provide',
    group: 'Secrets',
    description: 'Provide values for a team in cross-team requests',
  },
  {
    permission: 'secret.security.approve',
    group: 'Secrets',
    description: 'Give the security vote on cross-team requests',
  },
  { permission: 'audit.read', group: 'Observability', description: 'Read the audit log and its proofs' },
  {
    permission: 'integration.edit',
    group: 'Integrations',
    description: 'Manage provider connections and integrations',
  },
  {
    permission: 'integration.bind',
    group: 'Integrations',
    description: 'Bind connections to environments within a scope',
  },
] as const;

export type Permission = (typeof PERMISSION_CATALOG)[number]['permission'];

/** Returns whether the string is in the catalog. */
export function isPermission(text: string): text is Permission {
  return PERMISSION_CATALOG.some(({ permission }) => permission === text);
}

/** Permissions that a scoped grant can include; all others require a global grant (D13). */
const SCOPABLE: ReadonlySet<string> = new Set<Permission>([
  'secret.request',
  'secret.approve',
  'secret.reveal.direct',
  'secret.value.provide',
  'integration.bind',
  'policy.author',
  'user_role.edit',
]);

/** Returns whether a scoped grant can include this permission. */
export function isScopable(permission: Permission): boolean {
  return SCOPABLE.has(permission);
}
