import { providerErrors } from '#libs/providers';

/** The branch of GET /provider-connections (specification, "Branching"). */
export type ConnectionBranch =
  | { readonly kind: 'administration' }
  | { readonly kind: 'requests'; readonly projectId: string; readonly environmentId: string | null }
  | { readonly kind: 'binding'; readonly projectId: string; readonly environmentId: string };

/**
 * Returns the branch that a query selects, before any permission is checked.
 *
 * @throws DomainError project_id_required, environment_id_required
 */
export function branchOf(query: {
  readonly project_id?: string;
  readonly environment_id?: string;
  readonly for_binding?: 'true' | 'false';
}): ConnectionBranch {
  const { project_id: projectId, environment_id: environmentId } = query;
  const forBinding = query.for_binding === 'true';
  if (projectId === undefined) {
    if (forBinding || environmentId !== undefined) throw providerErrors.projectIdRequired();
    return { kind: 'administration' };
  }
  if (!forBinding) return { kind: 'requests', projectId, environmentId: environmentId ?? null };
  if (environmentId === undefined) throw providerErrors.environmentIdRequired();
  return { kind: 'binding', projectId, environmentId };
}
