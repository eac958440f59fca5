/** SQL expressions of a connection and of the place where it may be bound. */
export interface BindingPlaceSql {
  readonly connectionId: string;
  readonly projectId: string;
  /** Absent for anywhere in the project. */
  readonly environmentId?: string;
}

/** Returns SQL that is true when the connection is bound there: a project-wide binding counts for every environment. */
export function isBoundSql({ connectionId, projectId, environmentId }: BindingPlaceSql): string {
  const here =
    environmentId === undefined
      ? ''
      : ` AND (b.environment_id IS NULL OR b.environment_id = ${environmentId})`;
  return `EXISTS (SELECT FROM provider_connection_bindings b
    WHERE b.connection_id = ${connectionId} AND b.project_id = ${projectId}${here})`;
}
