import { Injectable } from '@nestjs/common';
import type { ProviderType } from '#libs/connection-scope';
import { Database, listRows } from '#libs/database';
import { cursorColumn, type Page, type PageRequest } from '#libs/core';
import { isBoundSql } from './is-bound-sql.js';

/** A connection as shown to users who may use but not manage it. */
export interface ConnectionChoice {
  readonly id: string;
  readonly name: string;
  readonly type: ProviderType;
  readonly cursor_at: string;
}

const CHOICES = `SELECT c.id, c.name, c.type, ${cursorColumn('c.created_at')} FROM provider_connections c`;

/** Lists connections to choose from, oldest first, without disabled ones. */
@Injectable()
export class ConnectionChoiceReadModel {
  constructor(private readonly database: Database) {}

  /** Returns connections that the environment sees; without one, those bound anywhere in the project (D79). */
  async boundTo(
    projectId: string,
    environmentId: string | null,
    page: PageRequest,
  ): Promise<Page<ConnectionChoice>> {
    const project = { connectionId: 'c.id', projectId: '$1' };
    const place = environmentId === null ? project : { ...project, environmentId: '$2' };
    const parameters = environmentId === null ? [projectId] : [projectId, environmentId];
    return this.list(["c.status = 'active'", isBoundSql(place)], parameters, page);
  }

  /** Returns connections that can still be bound to the environment: not yet bound to it or project-wide (D79). */
  async bindableTo(
    projectId: string,
    environmentId: string,
    page: PageRequest,
  ): Promise<Page<ConnectionChoice>> {
    const unbound = `NOT ${isBoundSql({ connectionId: 'c.id', projectId: '$1', environmentId: '$2' })}`;
    const where = ["c.status = 'active'", 'c.self_service_bindable', unbound];
    return this.list(where, [projectId, environmentId], page);
  }

  private list(where: string[], parameters: string[], page: PageRequest): Promise<Page<ConnectionChoice>> {
    return listRows(this.database, { source: CHOICES, where, parameters, table: 'c' }, page);
  }
}
