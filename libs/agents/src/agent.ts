/** The authenticated agent of a call. */
export interface AgentPrincipal {
  readonly agentId: string;
  readonly name: string;
  /** The connection it was enrolled for; null for a minted agent, which serves its cluster. */
  readonly connectionId: string | null;
  /** Null when neither its connection nor its token names a cluster (D104). */
  readonly clusterName: string | null;
  readonly minted: boolean;
  /** Its X25519 key, 32 bytes; null until it has registered one. */
  readonly publicKey: Buffer | null;
}

/** An agent as users see it: no credential, no key. */
export interface AgentRow {
  readonly id: string;
  readonly name: string;
  readonly status: 'active' | 'revoked';
  readonly provider_connection_id: string | null;
  readonly cluster_name: string | null;
  readonly version: string | null;
  readonly has_public_key: boolean;
  /** `sha256:` and hex, as in the audit log. */
  readonly public_key_fingerprint: string | null;
  /** When the current credential was issued. */
  readonly secret_issued_at: Date;
  readonly last_seen_at: Date | null;
  readonly created_at: Date;
  readonly updated_at: Date;
}

/** The columns of an AgentRow, without the list's cursor. */
export const AGENT_COLUMNS = `id, name, status, provider_connection_id, cluster_name, version,
  public_key IS NOT NULL AS has_public_key, 'sha256:' || encode(sha256(public_key), 'hex') AS public_key_fingerprint,
  secret_issued_at, last_seen_at, created_at, updated_at`;
