import { Injectable } from '@nestjs/common';
import { Database, listRows } from '#libs/database';
import { cursorColumn, type Page, type PageRequest } from '#libs/core';
import { ConnectionReadModel } from '#libs/providers';

/** A token as administrators see it: its state, never its value. */
export interface EnrollmentTokenRow {
  readonly id: string;
  readonly status: 'issued' | 'consumed' | 'expired' | 'revoked';
  readonly created_by: string;
  readonly expires_at: Date;
  readonly consumed_at: Date | null;
  readonly agent_id: string | null;
  /** The cluster of the agent that it enrolls; null where the connection decides. */
  readonly cluster_name: string | null;
  readonly created_at: Date;
  readonly cursor_at: string;
}

const SOURCE = `SELECT id, created_by, expires_at, consumed_at, agent_id, cluster_name, created_at,
    CASE WHEN consumed_at IS NOT NULL THEN 'consumed' WHEN revoked_at IS NOT NULL THEN 'revoked'
      WHEN expires_at <= clock_timestamp() THEN 'expired' ELSE 'issued' END AS status,
    ${cursorColumn('created_at')}
  FROM enrollment_tokens t`;

/** Reads enrollment tokens. */
@Injectable()
export class EnrollmentTokenReadModel {
  constructor(
    private readonly database: Database,
    private readonly connections: ConnectionReadModel,
  ) {}

  /** Returns the connection's tokens, oldest first. @throws DomainError connection_not_found */
  async list(connectionId: string, page: PageRequest): Promise<Page<EnrollmentTokenRow>> {
    await this.connections.get(connectionId);
    const where = ['t.provider_connection_id = $1'];
    return listRows(this.database, { source: SOURCE, where, parameters: [connectionId], table: 't' }, page);
  }
}
