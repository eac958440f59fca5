import { Injectable } from '@nestjs/common';
import { Batcher, Database } from '#libs/database';

/** How long heartbeats are collected: those of a fleet then take a few commits a second, not one each. */
const LINGER_MS = 25;

/** $1 agents, $2 the version that each told, null where it told none. The order of locks keeps two processes apart. */
const SEEN = `WITH beats AS (SELECT * FROM unnest($1::uuid[], $2::text[]) AS b(id, version)),
  held AS (SELECT a.id FROM agents a WHERE a.id = ANY ($1::uuid[]) AND a.status = 'active'
    ORDER BY a.id FOR NO KEY UPDATE)
  UPDATE agents a SET last_seen_at = clock_timestamp(), version = coalesce(b.version, a.version)
  FROM beats b JOIN held h ON h.id = b.id WHERE a.id = b.id RETURNING a.id`;

interface Sighting {
  readonly agentId: string;
  readonly version: string | null;
}

/** Writes when agents were last seen, those of many in one statement. */
@Injectable()
export class Sightings {
  private readonly batcher = new Batcher<Sighting, boolean>((sightings) => this.write(sightings), LINGER_MS);

  constructor(private readonly database: Database) {}

  /**
   * Resolves once it is committed.
   *
   * @param version null when the agent told none
   * @returns whether the agent is active; one that is not stays unchanged
   */
  async seen(agentId: string, version: string | null): Promise<boolean> {
    return this.batcher.load({ agentId, version });
  }

  private async write(sightings: readonly Sighting[]): Promise<boolean[]> {
    // One row for each agent, with the version that it told last.
    const versions = new Map<string, string | null>();
    for (const { agentId, version } of sightings)
      versions.set(agentId, version ?? versions.get(agentId) ?? null);
    const parameters = [[...versions.keys()], [...versions.values()]];
    const rows = await this.database.write<{ id: string }>(SEEN, parameters);
    const active = new Set(rows.map(({ id }) => id));
    return sightings.map(({ agentId }) => active.has(agentId));
  }
}
