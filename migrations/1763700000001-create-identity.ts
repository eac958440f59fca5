import type { MigrationInterface, QueryRunner } from 'typeorm';
import { forwardOnly } from './forward-only.js';

/** Who may sign in: users, local passwords, sessions and second factors. */
export class CreateIdentity1763700000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE users (
        id uuid CONSTRAINT pk_users PRIMARY KEY,
        email text NOT NULL CONSTRAINT ck_users_email CHECK (length(email) BETWEEN 1 AND 320),
        email_key text NOT NULL,
        display_name text,
        kind text NOT NULL CONSTRAINT ck_users_kind CHECK (kind IN ('local', 'oidc')),
        oidc_issuer text,
        oidc_subject text,
        disabled boolean NOT NULL DEFAULT false,
        mfa_failed_count integer NOT NULL DEFAULT 0 CONSTRAINT ck_users_mfa_failed_count CHECK (mfa_failed_count >= 0),
        mfa_locked_until timestamptz,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        CONSTRAINT ck_users_subject_has_issuer CHECK (oidc_subject IS NULL OR oidc_issuer IS NOT NULL),
        CONSTRAINT ck_users_local_has_no_subject CHECK (kind <> 'local' OR oidc_subject IS NULL)
      );
      -- One local account per e-mail (D20); provider accounts may share an e-mail (D81).
      CREATE UNIQUE INDEX uq_users_local_email ON users (email_key) WHERE kind = 'local';
      CREATE UNIQUE INDEX uq_users_oidc_subject ON users (oidc_issuer, oidc_subject) WHERE oidc_subject IS NOT NULL;
      CREATE INDEX ix_users_email_key ON users (email_key);
      CREATE INDEX ix_users_created ON users (created_at, id);

      CREATE TABLE local_credentials (
        user_id uuid CONSTRAINT pk_local_credentials PRIMARY KEY
          CONSTRAINT fk_local_credentials_user REFERENCES users (id) ON DELETE CASCADE,
        password_hash text NOT NULL,
        failed_login_count integer NOT NULL DEFAULT 0
          CONSTRAINT ck_local_credentials_failed_login_count CHECK (failed_login_count >= 0),
        locked_until timestamptz,
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        updated_at timestamptz NOT NULL DEFAULT clock_timestamp()
      );

      CREATE TABLE sessions (
        id uuid CONSTRAINT pk_sessions PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_sessions_user REFERENCES users (id) ON DELETE CASCADE,
        token_hash bytea NOT NULL CONSTRAINT ck_sessions_token_hash CHECK (octet_length(token_hash) = 32),
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        expires_at timestamptz NOT NULL,
        idle_expires_at timestamptz NOT NULL,
        last_mfa_at timestamptz,
        revoked_at timestamptz,
        revoked_reason text,
        ip text,
        user_agent text,
        oidc_sid text,
        oidc_id_token_sealed text,
        CONSTRAINT ck_sessions_idle_within_absolute CHECK (idle_expires_at <= expires_at)
      );
      CREATE UNIQUE INDEX uq_sessions_token_hash ON sessions (token_hash);
      CREATE INDEX ix_sessions_user ON sessions (user_id) WHERE revoked_at IS NULL;
      CREATE INDEX ix_sessions_oidc_sid ON sessions (oidc_sid) WHERE oidc_sid IS NOT NULL AND revoked_at IS NULL;

      CREATE TABLE mfa_factors (
        id uuid CONSTRAINT pk_mfa_factors PRIMARY KEY,
        user_id uuid NOT NULL CONSTRAINT fk_mfa_factors_user REFERENCES users (id) ON DELETE CASCADE,
        kind text NOT NULL CONSTRAINT ck_mfa_factors_kind CHECK (kind IN ('totp', 'webauthn')),
        label text NOT NULL CONSTRAINT ck_mfa_factors_label CHECK (length(label) BETWEEN 1 AND 200),
        secret_sealed text,
        totp_last_step bigint,
        credential_id text,
        public_key bytea,
        sign_count bigint,
        transports text[],
        created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
        last_used_at timestamptz,
        disabled_at timestamptz,
        CONSTRAINT ck_mfa_factors_totp CHECK (kind <> 'totp' OR secret_sealed IS NOT NULL),
        CONSTRAINT ck_mfa_factors_webauthn CHECK (
          kind <> 'webauthn' OR (credential_id IS NOT NULL AND public_key IS NOT NULL AND sign_count IS NOT NULL))
      );
      CREATE INDEX ix_mfa_factors_user ON mfa_factors (user_id);
      CREATE UNIQUE INDEX uq_mfa_factors_credential ON mfa_factors (credential_id) WHERE credential_id IS NOT NULL;
    `);
  }

  down = forwardOnly;
}
