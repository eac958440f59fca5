import { Injectable } from '@nestjs/common';
import { Batcher, Database } from '#libs/database';

/** How long heartbeats are collected into one batch: a fleet then causes a few commits per second, not one each. */
const BATCH_WINDOW_MS = 25;

/** $1 agents, $2 their reported versions or null. Rows are locked in order of id, so that two processes can't deadlock. */
const RECORD = `WITH beats AS (SELECT * FROM unnest($1::uuid[], $2::text[]) AS b(id, version)),
  held AS (SELECT a.id FROM agents a WHERE a.id = ANY ($1::uuid[]) AND a.status = 'active'
    ORDER BY a.id FOR NO KEY UPDATE)
  UPDATE agents a SET last_seen_at = clock_timestamp(), version = coalesce(b.version, a.version)
  FROM beats b JOIN held h ON h.id = b.id WHERE a.id = b.id RETURNING a.id`;

interface AgentHeartbeat {
  readonly agentId: string;
  readonly version: string | null;
}

/** Records heartbeats, in batches of one statement. */
@Injectable()
export class HeartbeatWriter {
  private readonly batcher = new Batcher<AgentHeartbeat, boolean>(
    (heartbeats) => this.write(heartbeats),
    BATCH_WINDOW_MS,
  );

  constructor(private readonly database: Database) {}

  /**
   * Records a heartbeat; resolves after the commit.
   *
   * @param version null when the agent reported none
   * @returns whether the agent is active; a revoked or unknown one is not changed
   */
  async record(agentId: string, version: string | null): Promise<boolean> {
    return this.batcher.load({ agentId, version });
  }

  private async write(heartbeats: readonly AgentHeartbeat[]): Promise<boolean[]> {
    // One row per agent, with the version that it reported last.
    const versions = new Map<string, string | null>();
    for (const { agentId, version } of heartbeats)
      versions.set(agentId, version ?? versions.get(agentId) ?? null);
    const parameters = [[...versions.keys()], [...versions.values()]];
    const rows = await this.database.write<{ id: string }>(RECORD, parameters);
    const active = new Set(rows.map(({ id }) => id));
    return heartbeats.map(({ agentId }) => active.has(agentId));
  }
}
