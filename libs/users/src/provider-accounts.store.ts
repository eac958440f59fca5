import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { emailKey } from './email-key.js';
import { type User, USER_COLUMNS } from './user.js';

/** A person as the identity provider's claims describe them. */
export interface ProviderIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** 1 to 320 characters; null when the provider sends none. */
  readonly email: string | null;
  readonly emailVerified: boolean;
  readonly displayName: string | null;
}

/** Stores users who sign in at the identity provider. */
@Injectable()
export class ProviderAccountStore {
  /** Locks the user of that subject until the transaction ends, and returns it. */
  async lock(tx: Tx, issuer: string, subject: string): Promise<User | null> {
    const rows = await tx.query<User>(
      `SELECT ${USER_COLUMNS} FROM users WHERE oidc_issuer = $1 AND oidc_subject = $2 FOR NO KEY UPDATE`,
      [issuer, subject],
    );
    return rows[0] ?? null;
  }

  /**
   * Links the subject to the oldest OIDC user of that e-mail who has none. Local accounts are never linked (D20):
   * control of a mailbox must not grant access as the break-glass administrator.
   */
  async linkByEmail(tx: Tx, identity: ProviderIdentity & { email: string }): Promise<User | null> {
    const { issuer, subject, email } = identity;
    const rows = await tx.query<User>(
      `UPDATE users SET oidc_issuer = $1, oidc_subject = $2, updated_at = clock_timestamp()
        WHERE oidc_subject IS NULL AND id = (
          SELECT id FROM users WHERE email_key = $3 AND kind = 'oidc' AND oidc_subject IS NULL
            AND (oidc_issuer IS NULL OR oidc_issuer = $1)
          ORDER BY created_at, id LIMIT 1 FOR UPDATE)
        RETURNING ${USER_COLUMNS}`,
      [issuer, subject, emailKey(email)],
    );
    return rows[0] ?? null;
  }

  /** Inserts a user. @returns null when a concurrent sign-in of the same subject inserted it first */
  async insert(tx: Tx, id: string, identity: ProviderIdentity): Promise<User | null> {
    const { issuer, subject, displayName } = identity;
    const email = identity.email ?? subject;
    const rows = await tx.query<User>(
      `INSERT INTO users (id, email, email_key, display_name, kind, oidc_issuer, oidc_subject)
        VALUES ($1, $2, $3, $4, 'oidc', $5, $6)
        ON CONFLICT (oidc_issuer, oidc_subject) WHERE oidc_subject IS NOT NULL DO NOTHING
        RETURNING ${USER_COLUMNS}`,
      [id, email, emailKey(email), displayName, issuer, subject],
    );
    return rows[0] ?? null;
  }

  async setProfile(
    tx: Tx,
    id: string,
    { email, display_name: displayName }: Pick<User, 'email' | 'display_name'>,
  ): Promise<User> {
    const rows = await tx.query<User>(
      `UPDATE users SET email = $2, email_key = $3, display_name = $4, updated_at = clock_timestamp()
        WHERE id = $1 RETURNING ${USER_COLUMNS}`,
      [id, email, emailKey(email), displayName],
    );
    return rows[0]!;
  }
}
