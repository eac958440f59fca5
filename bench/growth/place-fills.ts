import { AT, type Fill, hash, id, ROWS } from './fill-columns.js';

/** Everybody with an account here signs in with this. */
export const PASSWORD = 'the same for all of them';

/** Bounded by design: nobody makes thousands by hand. */
const MADE_BY_HAND = 'FROM generate_series(1, 100) n, (SELECT $1::int) unused';

/**
 * People and places, and what agents report of them. Teams are trees of 1,000; each has a project, that one environment,
 * one binding, one secret, one application.
 *
 * @param verifier bcrypt's of PASSWORD
 */
export const placeFills = (verifier: string): readonly Fill[] => [
  {
    tables: ['users'],
    sql: `INSERT INTO users (id, email, email_key, kind, created_at)
      SELECT ${id('n')}, 'p' || n || '@example.test', 'p' || n || '@example.test',
        CASE WHEN n % 2 = 0 THEN 'local' ELSE 'oidc' END, ${AT} ${ROWS}`,
  },
  {
    tables: ['local_credentials'],
    sql: `INSERT INTO local_credentials (user_id, password_hash, created_at)
      SELECT ${id('n')}, '${verifier}', ${AT} ${ROWS} WHERE n % 2 = 0`,
  },
  {
    tables: ['mfa_factors'],
    sql: `INSERT INTO mfa_factors (id, user_id, kind, label, secret_sealed, created_at)
      SELECT ${id('n')}, ${id('n')}, 'totp', 'phone', 'sealed', ${AT} ${ROWS}`,
  },
  {
    tables: ['sessions'],
    sql: `INSERT INTO sessions (id, user_id, token_hash, created_at, expires_at, idle_expires_at, revoked_at)
      SELECT ${id('n')}, ${id('n')}, ${hash('n')}, ${AT}, ${AT} + interval '8 h', ${AT} + interval '1 h', ${AT} ${ROWS}`,
  },
  {
    tables: ['teams'],
    sql: `INSERT INTO teams (id, name, parent_id, created_at)
      SELECT ${id('n')}, 'team ' || n, CASE WHEN n % 1000 <> 1 THEN ${id('n - (n - 1) % 1000')} END, ${AT} ${ROWS}`,
  },
  {
    tables: ['team_closure'],
    sql: `INSERT INTO team_closure (ancestor_id, descendant_id, depth) SELECT ${id('n')}, ${id('n')}, 0 ${ROWS}
      UNION ALL SELECT ${id('n - (n - 1) % 1000')}, ${id('n')}, 1 ${ROWS} WHERE n % 1000 <> 1`,
  },
  {
    tables: ['projects'],
    sql: `INSERT INTO projects (id, name, team_id, created_by, created_at)
      SELECT ${id('n')}, 'project ' || n, ${id('n')}, ${id('n')}, ${AT} ${ROWS}`,
  },
  {
    tables: ['environments'],
    sql: `INSERT INTO environments (id, project_id, name, type, kind, risk_level, created_at)
      SELECT ${id('n')}, ${id('n')}, 'dev', 'dev', 'non_prod', 0, ${AT} ${ROWS}`,
  },
  {
    tables: ['roles'],
    sql: `INSERT INTO roles (id, name, permissions, created_at)
      SELECT ${id('n')}, 'role ' || n, '{audit.read}', now() - n * interval '1 h' ${MADE_BY_HAND}`,
  },
  {
    tables: ['user_roles'],
    sql: `INSERT INTO user_roles (id, user_id, role_id, project_id, granted_by, created_at)
      SELECT ${id('n')}, ${id('n')}, r.id, ${id('n')}, 'system:bench', ${AT} ${ROWS}, roles r WHERE r.name = 'approver'`,
  },
  {
    // All of them are discovered, and none is due today.
    tables: ['provider_connections'],
    sql: `INSERT INTO provider_connections (id, name, type, cluster_name, scope, discover_enabled, discover_interval_seconds,
        last_discover_status, last_discover_started_at, created_at)
      SELECT ${id('n')}, 'store ' || n, 'vault', 'c' || n % 50, '{}', true, 86400,
        'success', now() - n % 600 * interval '1 min', ${AT} ${ROWS}`,
  },
  {
    tables: ['provider_connection_bindings'],
    sql: `INSERT INTO provider_connection_bindings (id, connection_id, project_id, created_at)
      SELECT ${id('n')}, ${id('n')}, ${id('n')}, ${AT} ${ROWS}`,
  },
  {
    tables: ['secrets'],
    sql: `INSERT INTO secrets (id, provider_connection_id, cluster_name, provider, ref, keys, labels, created_at)
      SELECT ${id('n')}, ${id('n')}, 'c' || n % 50, 'vault', 'apps/a' || n, '{user}',
        jsonb_build_object('owner', 'o' || n % 50), ${AT} ${ROWS}`,
  },
  {
    tables: ['secret_labels'],
    sql: `INSERT INTO secret_labels (label, created_at, secret_id)
      SELECT secret_label('owner', 'o' || n % 50), ${AT}, ${id('n')} ${ROWS}`,
  },
  {
    tables: ['environment_secrets'],
    sql: `INSERT INTO environment_secrets (environment_id, secret_id, created_by, created_at)
      SELECT ${id('n')}, ${id('n')}, ${id('n')}, ${AT} ${ROWS}`,
  },
  {
    tables: ['agents'],
    sql: `INSERT INTO agents (id, name, provider_connection_id, cluster_name, version, secret_hash, last_seen_at, created_at)
      SELECT ${id('n')}, 'agent', ${id('n')}, 'c' || n % 50, '1.0.' || n % 20, ${hash('n')}, now(), ${AT} ${ROWS}`,
  },
  {
    tables: ['enrollment_tokens'],
    sql: `INSERT INTO enrollment_tokens (id, provider_connection_id, token_hash, created_by, expires_at, consumed_at, agent_id, created_at)
      SELECT ${id('n')}, ${id('n')}, ${hash('n')}, ${id('n')}, ${AT}, ${AT}, ${id('n')}, ${AT} ${ROWS}`,
  },
  {
    // A hundred applications each, and a cluster each: an agent is told all endpoints of its cluster.
    tables: ['argocd_endpoints'],
    sql: `INSERT INTO argocd_endpoints (id, name, cluster_name, base_url, enabled, created_at)
      SELECT ${id('n')}, 'argo ' || n, CASE n WHEN 1 THEN 'main' ELSE 'argo' || n END, 'https://argo.example.test', true, ${AT}
      ${ROWS} WHERE n <= $1 / 100`,
  },
  {
    tables: ['gitops_applications'],
    sql: `INSERT INTO gitops_applications (id, endpoint_id, name, namespace, project, sync_status, health_status, state_since, observed_at, created_at)
      SELECT ${id('n')}, ${id('1 + (n - 1) / 100')}, 'app ' || n, 'argocd', 'default', 'Synced', 'Healthy', ${AT}, now(), ${AT} ${ROWS}`,
  },
  {
    tables: ['gitops_past_states'],
    sql: `INSERT INTO gitops_past_states (application_id, state_since, observed_at, sync_status, health_status)
      SELECT ${id('n')}, ${AT} - interval '1 h', ${AT}, 'OutOfSync', 'Healthy' ${ROWS}`,
  },
  {
    tables: ['gitops_app_mappings'],
    sql: `INSERT INTO gitops_app_mappings (id, argocd_endpoint_id, app_name, project_id, environment_id, created_at)
      SELECT ${id('n')}, ${id('1 + (n - 1) / 100')}, 'app ' || n, ${id('n')}, ${id('n')}, ${AT} ${ROWS}`,
  },
  {
    tables: ['workload_identities'],
    sql: `INSERT INTO workload_identities (id, issuer, audience, claims, registered_by, created_at)
      SELECT ${id('n')}, 'https://ci.example.test', 'countersign', '{"sub": "job"}', ${id('n')},
        now() - n * interval '1 h' ${MADE_BY_HAND}`,
  },
  {
    tables: ['workflows'],
    sql: `INSERT INTO workflows (id, name, min_approvers, scoped_policy_authorable, created_at)
      SELECT ${id('n')}, 'workflow ' || n, 1, n % 2 = 0, now() - n * interval '1 h' ${MADE_BY_HAND}`,
  },
];
