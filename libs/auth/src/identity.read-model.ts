import { Injectable } from '@nestjs/common';
import type { Caller, Scope } from '#libs/permissions';
import { Database } from '#libs/database';
import type { User } from '#libs/users';
import { AuthOptions } from './auth-options.js';
import { freshSql } from './sessions/fresh-session-sql.js';

/** The caller with roles, factors and session, from one statement. */
export interface Identity {
  readonly user: User;
  readonly roles: readonly { role_id: string; role_name: string; scope: Scope }[];
  readonly factorKinds: readonly string[];
  readonly session: {
    readonly id: string;
    readonly expires_at: Date;
    readonly idle_expires_at: Date;
    readonly last_mfa_at: Date | null;
    /** null when a step-up is required. */
    readonly fresh_until: Date | null;
  };
}

type Row = User & Identity['session'] & Pick<Identity, 'roles' | 'factorKinds'> & { session_id: string };

/** Reads the caller's own identity. */
@Injectable()
export class IdentityReadModel {
  constructor(
    private readonly options: AuthOptions,
    private readonly database: Database,
  ) {}

  /** Returns the identity; null when the session has ended in the meantime. */
  async find(caller: Caller): Promise<Identity | null> {
    const [row] = await this.database.query<Row>(IDENTITY, [caller.sessionId, this.options.stepUpSeconds]);
    if (!row) return null;
    const { id, email, display_name, kind, disabled, created_at, updated_at } = row;
    const { session_id, expires_at, idle_expires_at, last_mfa_at, fresh_until } = row;
    return {
      user: { id, email, display_name, kind, disabled, created_at, updated_at },
      roles: row.roles,
      factorKinds: row.factorKinds,
      session: { id: session_id, expires_at, idle_expires_at, last_mfa_at, fresh_until },
    };
  }
}

/** $1 the session, $2 the step-up window in seconds. */
export const IDENTITY = `SELECT u.id, u.email, u.display_name, u.kind, u.disabled, u.created_at, u.updated_at,
    s.id AS session_id, s.expires_at, s.idle_expires_at, s.last_mfa_at,
    CASE WHEN ${freshSql('s', '$2')} THEN s.last_mfa_at + make_interval(secs => $2::double precision) END AS fresh_until,
    coalesce((SELECT json_agg(json_build_object('role_id', r.id, 'role_name', r.name, 'scope',
        json_strip_nulls(json_build_object('project_id', a.project_id, 'team_id', a.team_id))) ORDER BY a.created_at, a.id)
      FROM user_roles a JOIN roles r ON r.id = a.role_id WHERE a.user_id = u.id), '[]') AS roles,
    array(SELECT DISTINCT f.kind FROM mfa_factors f WHERE f.user_id = u.id AND f.disabled_at IS NULL
      ORDER BY f.kind) AS "factorKinds"
  FROM sessions s JOIN users u ON u.id = s.user_id WHERE s.id = $1`;
