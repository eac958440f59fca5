import { Injectable } from '@nestjs/common';
import { Database } from '#libs/database';
import { newId } from '#libs/http';

/** An entry of the deprecated SVC_DISCOVER_TARGETS_JSON (D79). */
export interface DiscoveryTarget {
  readonly name: string;
  readonly type: string;
  readonly clusterName: string;
  readonly scope: Readonly<Record<string, unknown>>;
  readonly intervalSeconds: number;
}

const REGISTER = `INSERT INTO discovery_targets AS t (id, cluster_name, name, type, discover_interval_seconds)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (cluster_name, name) DO UPDATE
    SET type = excluded.type, discover_interval_seconds = excluded.discover_interval_seconds
  RETURNING t.id`;

/** Keeps a row for each deprecated target, for the state of its runs and for its secrets to name. */
@Injectable()
export class DiscoveryTargetStore {
  constructor(private readonly database: Database) {}

  /** The id of the target's row, made when there is none yet. */
  async register(target: DiscoveryTarget): Promise<string> {
    const { clusterName, name, type, intervalSeconds } = target;
    const values = [newId(), clusterName, name, type, intervalSeconds];
    const [row] = await this.database.query<{ id: string }>(REGISTER, values);
    return (row as { id: string }).id;
  }
}
