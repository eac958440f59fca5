import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { handedOut } from '../../../test/support/canary.js';
import { AgentAuthentication } from './agent-authentication.js';
import { AgentService } from './agent.service.js';
import { AgentReadModel } from './agents.read-model.js';
import { FleetReadModel } from './fleet.read-model.js';
import { type RotatedSecret, SecretRotationService } from './secret-rotation.service.js';
import { AgentWorld, type TestAgent } from './testing/agent-world.js';

let world: AgentWorld;
let agent: TestAgent;

beforeAll(async () => {
  world = await AgentWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  agent = await world.agent();
});

const rotate = async (presented: string): Promise<RotatedSecret> => {
  const rotated = await world.get(SecretRotationService).rotate(agent.principal, presented);
  handedOut('rotated agent secret', rotated.secret);
  return rotated;
};
let sources = 0;
/** Each call comes from an address of its own, so that those which fail do not use up a limit. */
const elsewhere = (): string => `source ${(sources += 1)}`;
const isGood = (secret: string): Promise<boolean> =>
  world
    .get(AgentAuthentication)
    .authenticate(agent.principal.agentId, secret, elsewhere())
    .then(
      () => true,
      () => false,
    );
const goodOf = async (secrets: readonly string[]): Promise<boolean[]> => Promise.all(secrets.map(isGood));
const later = (seconds: number): Promise<unknown> =>
  world.db.database.query(
    `UPDATE agents SET previous_secret_expires_at = previous_secret_expires_at - make_interval(secs => $2),
       secret_issued_at = secret_issued_at - make_interval(secs => $2) WHERE id = $1`,
    [agent.principal.agentId, seconds],
  );
const events = () => world.events('agent.rotate_secret', `agent:${agent.principal.agentId}`);

describe('rotating an agent’s credential', () => {
  it('keeps the old credential valid for 60 seconds', async () => {
    const [{ now }] = (await world.db.database.query('SELECT clock_timestamp() AS now')) as [{ now: Date }];
    const { previousValidUntil, secret } = await rotate(agent.secret);
    const seconds = (previousValidUntil.getTime() - now.getTime()) / 1000;
    expect(seconds >= 60 && seconds < 90).toBe(true);
    expect(await goodOf([agent.secret, secret, `${secret}x`, ''])).toEqual([true, true, false, false]);
    await later(59);
    expect(await isGood(agent.secret)).toBe(true);
    await later(2 + 30);
    expect(await goodOf([agent.secret, secret])).toEqual([false, true]);
    await expect(rotate(agent.secret)).rejects.toMatchObject({ code: 'unauthorized' });
  });

  it('is audited without either credential, and stores neither', async () => {
    const { previousValidUntil, secret } = await rotate(agent.secret);
    expect(await events()).toMatchObject([
      {
        actor: `agent:${agent.principal.agentId}`,
        status: 'success',
        metadata: { previous_valid_until: previousValidUntil.toISOString() },
      },
    ]);
    const rows = await world.db.database.query<{ row: string }>(
      'SELECT to_jsonb(a)::text AS row FROM agents a UNION ALL SELECT to_jsonb(e)::text FROM audit_events e',
    );
    const stored = rows.map(({ row }) => row).join();
    for (const each of [agent.secret, secret]) {
      expect(stored).not.toContain(each);
      expect(stored).not.toContain(Buffer.from(each, 'base64url').toString('hex'));
    }
  });

  it('with the new credential ends the old one at once: at most two are valid', async () => {
    const first = await rotate(agent.secret);
    const second = await rotate(first.secret);
    expect(await goodOf([agent.secret, first.secret, second.secret])).toEqual([false, true, true]);
  });

  it('with the old credential returns another one and ends the one that was lost', async () => {
    const lost = await rotate(agent.secret);
    await later(59);
    const second = await rotate(agent.secret);
    await later(59);
    expect(await goodOf([agent.secret, lost.secret, second.secret])).toEqual([true, false, true]);
  });

  it('succeeds for 64 concurrent calls; the presented credential and one new one stay valid', async () => {
    const rotated = await Promise.all(Array.from({ length: 64 }, () => rotate(agent.secret)));
    const good = await goodOf(rotated.map(({ secret }) => secret));
    expect(good.filter((each) => each)).toHaveLength(1);
    expect(await isGood(agent.secret)).toBe(true);
    expect(await events()).toHaveLength(64);
    // The last one to be written is the one that holds.
    const latest = Math.max(...rotated.map(({ previousValidUntil }) => previousValidUntil.getTime()));
    expect(rotated[good.indexOf(true)]!.previousValidUntil.getTime()).toBe(latest);
    await later(61);
    expect(await isGood(agent.secret)).toBe(false);
    expect(await isGood(rotated[good.indexOf(true)]!.secret)).toBe(true);
  });

  it('is refused for a revoked agent, whose credentials both end', async () => {
    const { secret } = await rotate(agent.secret);
    await world.get(AgentService).revoke(world.admin, agent.principal.agentId);
    for (const each of [agent.secret, secret]) {
      expect(await isGood(each)).toBe(false);
      await expect(rotate(each)).rejects.toMatchObject({ code: 'unauthorized' });
    }
  });

  it('changes nothing when its audit event cannot be written', async () => {
    await world.db.database.query('ALTER TABLE audit_events RENAME TO audit_events_away');
    await expect(rotate(agent.secret)).rejects.toBeDefined();
    await world.db.database.query('ALTER TABLE audit_events_away RENAME TO audit_events');
    const [row] = await world.db.database.query(
      'SELECT previous_secret_hash AS h FROM agents WHERE id = $1',
      [agent.principal.agentId],
    );
    expect(row).toEqual({ h: null });
    expect(await isGood(agent.secret)).toBe(true);
  });

  it('resets the credential age in the agent list and in the oldest-credential metric', async () => {
    await world.db.database.query("UPDATE agents SET status = 'revoked' WHERE id <> $1", [
      agent.principal.agentId,
    ]);
    await world.db.database.query(
      "UPDATE agents SET secret_issued_at = clock_timestamp() - interval '40 days' WHERE id = $1",
      [agent.principal.agentId],
    );
    const fleet = new FleetReadModel(world.db.database);
    const days = async (): Promise<number> => Math.round((await fleet.freshness()).secretSeconds / 86_400);
    expect(await days()).toBe(40);
    await rotate(agent.secret);
    expect(await days()).toBe(0);
    const row = await world.get(AgentReadModel).get(agent.principal.agentId);
    expect(Date.now() - row.secret_issued_at.getTime() < 600_000).toBe(true);
  });
});
