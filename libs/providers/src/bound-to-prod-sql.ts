/** SQL expressions of a secret and the environment that a request names for it. */
export interface RequestedSecretSql {
  readonly connectionId: string;
  readonly ref: string;
  readonly environmentId: string;
}

/**
 * Returns SQL that is true when the secret is bound to a prod environment, but not to the named one as prod: it counts as
 * prod, and the named environment is the wrong one (D84).
 */
export function boundToProdSql({ connectionId, ref, environmentId }: RequestedSecretSql): string {
  return `coalesce((SELECT bool_or(e.kind = 'prod') AND NOT bool_or(e.kind = 'prod' AND e.id = ${environmentId})
    FROM secrets s JOIN environment_secrets es ON es.secret_id = s.id JOIN environments e ON e.id = es.environment_id
    WHERE s.provider_connection_id = ${connectionId} AND s.ref = ${ref}), false)`;
}
