import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import { cursorColumn, versionOf } from '#libs/core';
import type { Status } from './status.js';

export interface TeamRow {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
  readonly status: Status;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly cursor_at: string;
}

export interface TeamChange {
  readonly name: string;
  readonly parentId: string | null;
  readonly status: Status;
}

export const TEAM_COLUMNS = `id, name, parent_id, status, created_at, updated_at, ${cursorColumn('created_at')}`;

/** Returns the version of a team. */
export const teamVersion = (row: TeamRow): string =>
  versionOf([row.id, row.name, row.parent_id, row.status, row.updated_at]);

/** Key of the advisory lock that serializes changes to the tree's shape. */
const TREE_LOCK = 7001;

/** Writes teams and the closure table, which holds every (ancestor, descendant) pair. */
@Injectable()
export class TeamStore {
  /**
   * Serializes changes to the tree's shape. Two concurrent moves, each valid alone, could form a cycle, and a row
   * lock on one team does not cover the other's path.
   */
  async lockTree(tx: Tx): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [TREE_LOCK]);
  }

  async lock(tx: Tx, id: string): Promise<TeamRow | null> {
    return first(await tx.query<TeamRow>(`SELECT ${TEAM_COLUMNS} FROM teams WHERE id = $1 FOR UPDATE`, [id]));
  }

  /** Locks the row FOR SHARE: the team's status can't change until the transaction ends. */
  async lockForShare(tx: Tx, id: string): Promise<TeamRow | null> {
    return first(await tx.query<TeamRow>(`SELECT ${TEAM_COLUMNS} FROM teams WHERE id = $1 FOR SHARE`, [id]));
  }

  /** Inserts a team. Requires the tree's lock when it has a parent. */
  async insert(tx: Tx, team: { id: string; name: string; parentId: string | null }): Promise<TeamRow> {
    const sql = `INSERT INTO teams (id, name, parent_id) VALUES ($1, $2, $3) RETURNING ${TEAM_COLUMNS}`;
    const rows = await tx.query<TeamRow>(sql, [team.id, team.name, team.parentId]);
    await tx.query(
      `INSERT INTO team_closure (ancestor_id, descendant_id, depth)
        SELECT $1::uuid, $1::uuid, 0
        UNION ALL SELECT ancestor_id, $1::uuid, depth + 1 FROM team_closure WHERE descendant_id = $2::uuid`,
      [team.id, team.parentId],
    );
    return rows[0] as TeamRow;
  }

  async update(tx: Tx, id: string, change: TeamChange): Promise<TeamRow> {
    const sql = `UPDATE teams SET name = $2, parent_id = $3, status = $4, updated_at = clock_timestamp()
      WHERE id = $1 RETURNING ${TEAM_COLUMNS}`;
    const rows = await tx.query<TeamRow>(sql, [id, change.name, change.parentId, change.status]);
    return rows[0] as TeamRow;
  }

  /** Returns whether `id` is the team itself or one of its descendants. */
  async isWithin(tx: Tx, id: string, teamId: string): Promise<boolean> {
    const sql = 'SELECT 1 FROM team_closure WHERE ancestor_id = $1 AND descendant_id = $2';
    return (await tx.query(sql, [teamId, id])).length > 0;
  }

  /** Moves the team's subtree under another parent, or makes it a root. Requires the tree's lock. */
  async moveSubtree(tx: Tx, id: string, parentId: string | null): Promise<void> {
    await tx.query(
      `DELETE FROM team_closure c USING team_closure above, team_closure below
        WHERE above.descendant_id = $1 AND above.depth > 0 AND below.ancestor_id = $1
          AND c.ancestor_id = above.ancestor_id AND c.descendant_id = below.descendant_id`,
      [id],
    );
    await tx.query(
      `INSERT INTO team_closure (ancestor_id, descendant_id, depth)
        SELECT above.ancestor_id, below.descendant_id, above.depth + below.depth + 1
        FROM team_closure above CROSS JOIN team_closure below
        WHERE above.descendant_id = $2::uuid AND below.ancestor_id = $1::uuid`,
      [id, parentId],
    );
  }
}

function first<Row>(rows: Row[]): Row | null {
  return rows[0] ?? null;
}
