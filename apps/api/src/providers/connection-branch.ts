import { providerErrors } from '#libs/providers';

/** What GET /provider-connections is asked for (specification, "Branching"). */
export type ConnectionBranch =
  | { readonly kind: 'administration' }
  | { readonly kind: 'requests'; readonly projectId: string; readonly environmentId: string | null }
  | { readonly kind: 'binding'; readonly projectId: string; readonly environmentId: string };

/**
 * Reads the branch off the query, before any permission is looked at.
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
