import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#libs/core';
import { AgentService } from './agent.service.js';
import { HeartbeatWriter } from './heartbeat-writer.js';
import { AgentWorld } from './testing/agent-world.js';

describe('recording when agents were last seen', () => {
  let world: AgentWorld;
  let agents: string[];
  let heartbeats: HeartbeatWriter;
  beforeAll(async () => {
    world = await AgentWorld.open();
    agents = await newAgents(12);
    heartbeats = new HeartbeatWriter(world.db.database);
  });
  afterAll(() => world.close());

  async function newAgents(many: number): Promise<string[]> {
    const made: string[] = [];
    for (let n = 0; n < many; n += 1) made.push((await world.agent()).principal.agentId);
    return made;
  }

  const stored = (ids: readonly string[]) =>
    world.db.database.query<{ version: string | null; seen: boolean; xmin: string }>(
      `SELECT version, last_seen_at > clock_timestamp() - interval '1 minute' AS seen, xmin::text
       FROM agents WHERE id = ANY ($1::uuid[])`,
      [ids],
    );

  it('writes concurrent heartbeats in one statement', async () => {
    const seen = await Promise.all(agents.map((id) => heartbeats.record(id, null)));
    expect(seen).toEqual(agents.map(() => true));
    const rows = await stored(agents);
    expect(rows.map((row) => row.seen)).toEqual(agents.map(() => true));
    expect(new Set(rows.map((row) => row.xmin)).size).toBe(1);
  });

  it('does not update a revoked or unknown agent, and reports that to its call only', async () => {
    const [gone] = (await newAgents(1)) as [string];
    await world.get(AgentService).revoke(world.admin, gone);
    const asked = [agents[0]!, gone, newId(), agents[1]!];
    expect(await Promise.all(asked.map((id) => heartbeats.record(id, '2')))).toEqual([
      true,
      false,
      false,
      true,
    ]);
    expect(await stored([gone])).toMatchObject([{ version: null, seen: null }]);
  });

  it('keeps the latest agent version, however calls are batched', async () => {
    const [id] = agents as [string];
    const told = ['1', '2', '3', null];
    await Promise.all(told.map((version) => heartbeats.record(id, version)));
    expect(await stored([id])).toMatchObject([{ version: '3' }]);
    await heartbeats.record(id, null);
    expect(await stored([id])).toMatchObject([{ version: '3' }]);
  });

  it('fails only the calls of the failed statement and continues', async () => {
    await expect(heartbeats.record('no id', null)).rejects.toThrow('uuid');
    expect(await heartbeats.record(agents[0]!, null)).toBe(true);
  });

  it('does not deadlock when two processes write the same agents in different orders', async () => {
    const other = new HeartbeatWriter(world.db.database);
    const both = Array.from({ length: 20 }, () => [
      ...agents.map((id) => heartbeats.record(id, null)),
      ...agents.toReversed().map((id) => other.record(id, null)),
    ]).flat();
    expect(new Set(await Promise.all(both))).toEqual(new Set([true]));
  });
});
