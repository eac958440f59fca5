import { Injectable } from '@nestjs/common';
import { Conditions, containsPattern, Database, listRows, type Sql } from '#libs/database';
import { cursorColumn, type Page, type PageRequest } from '#libs/core';
import { AGENT_COLUMNS, type AgentRow } from './agent.js';
import { agentErrors } from './agents.errors.js';

/** SQL condition: the agent $1 is active. For statements on behalf of an agent. */
export const ACTIVE_AGENT = "EXISTS (SELECT FROM agents WHERE id = $1::uuid AND status = 'active')";

/** Which agents to list; all conditions must hold. */
export interface AgentFilter {
  readonly connectionId?: string;
  readonly status?: AgentRow['status'];
  /** Seconds since its last heartbeat, or since its creation if it never sent one. */
  readonly silentSeconds?: number;
  readonly version?: string;
  /** Part of the name, case-insensitive. */
  readonly text?: string;
}

/** Reads agents. */
@Injectable()
export class AgentReadModel {
  constructor(private readonly database: Database) {}

  /** Returns agents, including revoked ones, oldest first. */
  async list(filter: AgentFilter, page: PageRequest): Promise<Page<AgentRow>> {
    const source = `SELECT ${AGENT_COLUMNS}, ${cursorColumn('agents.created_at')} FROM agents`;
    const conditions = new Conditions();
    const where = conditionsOf(filter, conditions);
    return listRows<AgentRow & { readonly cursor_at: string }>(
      this.database.lists,
      { source, where, parameters: conditions.parameters, table: 'agents' },
      page,
    );
  }

  /** @throws DomainError agent_not_found */
  async get(id: string, db: Sql = this.database): Promise<AgentRow> {
    const [row] = await db.query<AgentRow>(`SELECT ${AGENT_COLUMNS} FROM agents WHERE id = $1`, [id]);
    if (!row) throw agentErrors.notFound();
    return row;
  }

  async isActive(id: string): Promise<boolean> {
    const [row] = await this.database.query<{ active: boolean }>(`SELECT ${ACTIVE_AGENT} AS active`, [id]);
    return row?.active ?? false;
  }
}

function conditionsOf(filter: AgentFilter, conditions: Conditions): string[] {
  const { connectionId, status, silentSeconds, version, text } = filter;
  const where: string[] = [];
  if (connectionId !== undefined) where.push(`provider_connection_id = ${conditions.bind(connectionId)}`);
  if (status !== undefined) where.push(`status = ${conditions.bind(status)}`);
  if (version !== undefined) where.push(`version = ${conditions.bind(version)}`);
  if (text !== undefined) where.push(`name ILIKE ${conditions.bind(containsPattern(text))}`);
  if (silentSeconds !== undefined) {
    const silence = `make_interval(secs => ${conditions.bind(silentSeconds)})`;
    where.push(`coalesce(last_seen_at, created_at) <= clock_timestamp() - ${silence}`);
  }
  return where;
}
