import { Injectable } from '@nestjs/common';
import type { DiscoverTarget } from '#libs/config';
import { Database } from '#libs/database';
import { newId } from '#libs/core';

const MAX_INTERVAL_SECONDS = 2_147_483_647;

const REGISTER = `INSERT INTO discovery_targets AS t (id, cluster_name, name, type, discover_interval_seconds)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (cluster_name, name) DO UPDATE
    SET type = excluded.type, discover_interval_seconds = excluded.discover_interval_seconds
  RETURNING t.id`;

/** Stores a row for each deprecated target, with the state of its runs, which its secrets refer to. */
@Injectable()
export class DiscoveryTargetStore {
  constructor(private readonly database: Database) {}

  /** Returns the id of the target's row, which is inserted if necessary. */
  async register(target: DiscoverTarget): Promise<string> {
    const { clusterName, name, type } = target;
    const intervalSeconds = Math.min(target.intervalSeconds, MAX_INTERVAL_SECONDS);
    const values = [newId(), clusterName, name, type, intervalSeconds];
    const [row] = await this.database.query<{ id: string }>(REGISTER, values);
    return (row as { id: string }).id;
  }
}
