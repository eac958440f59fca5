import { Injectable } from '@nestjs/common';
import type { Sql } from '#libs/database';
import { isBoundSql } from './is-bound-sql.js';

/** A project to which a connection is bound, with what coverage needs: its team and the ancestors, nearest first. */
export interface BoundProject {
  readonly projectId: string;
  readonly status: 'active' | 'archived';
  readonly teamIds: readonly string[];
}

const BOUND_PROJECTS = `SELECT p.id AS "projectId", p.status, ARRAY(
    SELECT c.ancestor_id FROM team_closure c WHERE c.descendant_id = p.team_id ORDER BY c.depth) AS "teamIds"
  FROM projects p
  WHERE ${isBoundSql({ connectionId: '$1', projectId: 'p.id' })}
  ORDER BY p.id`;

const BOUND_TO_ENVIRONMENT = isBoundSql({ connectionId: '$1', projectId: '$2', environmentId: 'e.id' });

/** A project is prod if all its environments that see the connection are; without any, to be on the safe side. */
const PROD = `SELECT EXISTS (
    SELECT FROM secrets s
      JOIN environment_secrets es ON es.secret_id = s.id
      JOIN environments e ON e.id = es.environment_id
    WHERE s.provider_connection_id = $1 AND s.ref = $3 AND e.kind = 'prod')
  OR NOT EXISTS (
    SELECT FROM environments e WHERE e.project_id = $2 AND e.kind <> 'prod' AND ${BOUND_TO_ENVIRONMENT}) AS prod`;

const ENVIRONMENTS = `SELECT e.id FROM environments e
  WHERE e.project_id = $2 AND ${BOUND_TO_ENVIRONMENT}
  ORDER BY e.id`;

/** Reads connections as the destination of another team's value (D36, D40). */
@Injectable()
export class DestinationReadModel {
  /** Returns the projects to which the connection is bound, project-wide or by environment, ordered by id. */
  async boundProjects(db: Sql, connectionId: string): Promise<BoundProject[]> {
    return db.query<BoundProject>(BOUND_PROJECTS, [connectionId]);
  }

  /** Returns the project's environments that see the connection, ordered by id. */
  async environments(db: Sql, connectionId: string, projectId: string): Promise<string[]> {
    const rows = await db.query<{ id: string }>(ENVIRONMENTS, [connectionId, projectId]);
    return rows.map(({ id }) => id);
  }

  /** Returns whether the ref counts as prod, whichever environment is the source of the value (D40). */
  async isProd(
    db: Sql,
    destination: { connectionId: string; projectId: string; secretRef: string },
  ): Promise<boolean> {
    const { connectionId, projectId, secretRef } = destination;
    const rows = await db.query<{ prod: boolean }>(PROD, [connectionId, projectId, secretRef]);
    return rows[0]?.prod ?? true;
  }
}
