import { Injectable } from '@nestjs/common';
import { Database, listRows, type Sql } from '#libs/database';
import { cursorColumn, type Page, type PageRequest } from '#libs/core';
import { AGENT_COLUMNS, type AgentRow } from './agent.js';
import { agentErrors } from './agents.errors.js';

/** That the agent $1 is not revoked, for statements that act for it. */
export const ACTIVE_AGENT = "EXISTS (SELECT FROM agents WHERE id = $1::uuid AND status = 'active')";

/** Reads agents. */
@Injectable()
export class AgentReadModel {
  constructor(private readonly database: Database) {}

  /** Returns every agent, revoked ones too, oldest first. */
  async list(page: PageRequest): Promise<Page<AgentRow>> {
    const source = `SELECT ${AGENT_COLUMNS}, ${cursorColumn('agents.created_at')} FROM agents`;
    return listRows<AgentRow & { readonly cursor_at: string }>(
      this.database,
      { source, where: [], parameters: [], table: 'agents' },
      page,
    );
  }

  /** @throws DomainError agent_not_found */
  async get(db: Sql, id: string): Promise<AgentRow> {
    const [row] = await db.query<AgentRow>(`SELECT ${AGENT_COLUMNS} FROM agents WHERE id = $1`, [id]);
    if (!row) throw agentErrors.notFound();
    return row;
  }

  async isActive(id: string): Promise<boolean> {
    const [row] = await this.database.query<{ active: boolean }>(`SELECT ${ACTIVE_AGENT} AS active`, [id]);
    return row?.active ?? false;
  }
}
