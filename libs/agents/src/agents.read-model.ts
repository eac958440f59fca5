import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '#libs/database';
import { cursorColumn, type Page, pageOf, type PageRequest } from '#libs/http';
import { AGENT_COLUMNS, type AgentRow } from './agent.js';
import { agentErrors } from './agents.errors.js';

/** Reads agents. */
@Injectable()
export class AgentReadModel {
  constructor(private readonly database: Database) {}

  /** Every agent, revoked ones too, oldest first. */
  async list(page: PageRequest): Promise<Page<AgentRow>> {
    const after = page.after ? 'WHERE (created_at, id) > ($2::timestamptz, $3::uuid)' : '';
    const sql = `SELECT ${AGENT_COLUMNS}, ${cursorColumn('created_at')} FROM agents ${after}
      ORDER BY created_at, id LIMIT $1`;
    const parameters = [page.limit + 1, ...(page.after ? [page.after.at, page.after.id] : [])];
    return pageOf(await this.database.query<AgentRow & { cursor_at: string }>(sql, parameters), page.limit);
  }

  /** @throws DomainError agent_not_found */
  async byId(manager: EntityManager, id: string): Promise<AgentRow> {
    const [row] = await manager.query<AgentRow[]>(`SELECT ${AGENT_COLUMNS} FROM agents WHERE id = $1`, [id]);
    if (!row) throw agentErrors.notFound();
    return row;
  }

  async isActive(id: string): Promise<boolean> {
    const sql = "SELECT FROM agents WHERE id = $1 AND status = 'active'";
    return (await this.database.query(sql, [id])).length === 1;
  }
}
