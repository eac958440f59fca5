import type { Sql } from '#libs/database';
import { Injectable } from '@nestjs/common';
import type { Place } from '#libs/permissions';
import type { EnvironmentKind } from '#libs/policy-engine';
import type { Status } from './status.js';

export interface ProjectPlace extends Place {
  readonly projectId: string;
  readonly name: string;
  readonly status: Status;
  readonly createdBy: string;
}

export interface EnvironmentPlace extends Place {
  readonly environmentId: string;
  readonly name: string;
  readonly kind: EnvironmentKind;
  readonly projectId: string;
  readonly projectStatus: Status;
}

export interface TeamPlace extends Place {
  readonly teamId: string;
  readonly projectId: null;
  readonly status: Status;
}

/** SQL for the ids of the team in `column` and its ancestors, nearest first; empty for a project without a team. */
const teamIdsOf = (column: string): string => `ARRAY(
  SELECT c.ancestor_id FROM team_closure c WHERE c.descendant_id = ${column} ORDER BY c.depth)`;

const PROJECT = `SELECT p.id AS "projectId", p.name, p.status, p.created_by AS "createdBy", ${teamIdsOf('p.team_id')} AS "teamIds"
  FROM projects p WHERE p.id = $1`;

const ENVIRONMENT = `SELECT e.id AS "environmentId", e.name, e.kind, e.project_id AS "projectId",
    p.status AS "projectStatus", ${teamIdsOf('p.team_id')} AS "teamIds"
  FROM environments e JOIN projects p ON p.id = e.project_id WHERE e.id = $1`;

const TEAM = `SELECT t.id AS "teamId", NULL AS "projectId", t.status, ${teamIdsOf('t.id')} AS "teamIds"
  FROM teams t WHERE t.id = $1`;

/**
 * Reads where projects, environments and teams lie in the tree of teams, for coverage checks. Each method takes the
 * caller's transaction, or `database` outside of one, and returns null for an unknown id. `teamIds` runs from
 * the nearest team to the root.
 */
@Injectable()
export class Places {
  async project(db: Sql, id: string): Promise<ProjectPlace | null> {
    return one<ProjectPlace>(db, PROJECT, id);
  }

  async environment(db: Sql, id: string): Promise<EnvironmentPlace | null> {
    return one<EnvironmentPlace>(db, ENVIRONMENT, id);
  }

  /** Returns the environment and keeps it from being deleted until the transaction ends. */
  async lockEnvironmentForShare(tx: Sql, id: string): Promise<EnvironmentPlace | null> {
    return one<EnvironmentPlace>(tx, `${ENVIRONMENT} FOR KEY SHARE OF e`, id);
  }

  async team(db: Sql, id: string): Promise<TeamPlace | null> {
    return one<TeamPlace>(db, TEAM, id);
  }

  /** Returns the team and keeps it from being moved or archived until the transaction ends. */
  async lockTeamForShare(tx: Sql, id: string): Promise<TeamPlace | null> {
    return one<TeamPlace>(tx, `${TEAM} FOR KEY SHARE OF t`, id);
  }
}

async function one<Row>(db: Sql, sql: string, id: string): Promise<Row | null> {
  const rows = await db.query<Row>(sql, [id]);
  return rows[0] ?? null;
}
