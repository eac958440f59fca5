import { type KeyService, rewrapBlob, rewrapValueKey } from '#libs/kms';

interface SealedRow {
  readonly id: string;
  /** The wrapped key, as read. */
  readonly sealed: string;
}

/** A column of data keys wrapped by the key service. */
export interface SealedColumn<Row extends SealedRow = SealedRow> {
  readonly name: string;
  /** Rows that are not under the key whose texts begin with $1, with an id after $2, $3 at most (null: all), by id. */
  readonly stale: string;
  /** Writes $3 to row $1 if it still holds $2, returning its id: a concurrent change wins. */
  readonly replace: string;
  rewrap(row: Row, keys: KeyService): Promise<string>;
}

interface WrapRow extends SealedRow {
  readonly request_id: string;
  readonly key_name: string;
  readonly audience: string;
}

const wraps: SealedColumn<WrapRow> = {
  name: 'wraps',
  stale: `SELECT id, wrapped_key AS sealed, request_id, key_name, audience FROM wraps
    WHERE ciphertext IS NOT NULL AND NOT starts_with(wrapped_key, $1) AND id > $2::uuid ORDER BY id LIMIT $3`,
  replace: 'UPDATE wraps SET wrapped_key = $3 WHERE id = $1 AND wrapped_key = $2 RETURNING id',
  rewrap: (row, keys) => {
    const binding = {
      wrapId: row.id,
      requestId: row.request_id,
      keyName: row.key_name,
      audience: row.audience,
    };
    return rewrapValueKey(row.sealed, binding, keys);
  },
};

const factors: SealedColumn = {
  name: 'mfa_factors',
  stale: `SELECT id, secret_sealed AS sealed FROM mfa_factors
    WHERE secret_sealed IS NOT NULL AND strpos(secret_sealed, '.' || $1) = 0 AND id > $2::uuid
    ORDER BY id LIMIT $3`,
  replace: 'UPDATE mfa_factors SET secret_sealed = $3 WHERE id = $1 AND secret_sealed = $2 RETURNING id',
  rewrap: (row, keys) => rewrapBlob(row.sealed, `mfa-factor|${row.id}`, keys),
};

interface SessionRow extends SealedRow {
  readonly issuer: string;
  readonly subject: string;
}

/** The ID token of an ended session is never used again. */
const idTokens: SealedColumn<SessionRow> = {
  name: 'sessions',
  stale: `SELECT s.id, s.oidc_id_token_sealed AS sealed, u.oidc_issuer AS issuer, u.oidc_subject AS subject
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.oidc_id_token_sealed IS NOT NULL AND strpos(s.oidc_id_token_sealed, '.' || $1) = 0
      AND s.revoked_at IS NULL AND s.idle_expires_at > clock_timestamp() AND s.id > $2::uuid
    ORDER BY s.id LIMIT $3`,
  replace: `UPDATE sessions SET oidc_id_token_sealed = $3
    WHERE id = $1 AND oidc_id_token_sealed = $2 AND revoked_at IS NULL RETURNING id`,
  rewrap: (row, keys) => rewrapBlob(row.sealed, `oidc-id-token|${row.issuer}|${row.subject}`, keys),
};

/** Every column that outlives a rotation. Sealed cache entries expire within minutes. */
export const SEALED_COLUMNS: readonly SealedColumn[] = [wraps, factors, idTokens];
