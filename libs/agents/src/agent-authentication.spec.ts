import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { generateAgentKeyPair } from '#libs/agent-protocol';
import { JobCompletion } from '#libs/jobs';
import { AgentAuthentication } from './agent-authentication.js';
import { AgentJobService } from './agent-job.service.js';
import { AgentService } from './agent.service.js';
import { HeartbeatService } from './heartbeat.service.js';
import { PublicKeyService } from './public-key.service.js';
import { AgentWorld, SOURCE_ADDRESS } from './testing/agent-world.js';

let world: AgentWorld;
beforeAll(async () => {
  world = await AgentWorld.open();
});
afterAll(() => world.close());

describe('agent authentication', () => {
  const knock = (id: string, secret: string | undefined, source = SOURCE_ADDRESS): Promise<string> =>
    world
      .get(AgentAuthentication)
      .authenticate(id, secret, source)
      .then((agent) => agent.agentId)
      .catch((error: { code: string; message: string }) => `${error.code}: ${error.message}`);
  const REFUSED = 'unauthorized: Invalid credential.';

  it("accepts an agent's own id and secret only, with the same error for every failure", async () => {
    const [one, other] = [await world.agent(), await world.agent()];
    const { agentId } = one.principal;
    expect(await knock(agentId, one.secret)).toBe(agentId);
    expect(await knock(other.principal.agentId, one.secret)).toBe(REFUSED);
    expect(await knock(agentId, `${one.secret}x`)).toBe(REFUSED);
    expect(await knock(agentId, undefined)).toBe(REFUSED);
    expect(await knock('00000000-0000-7000-8000-000000000000', one.secret)).toBe(REFUSED);
    expect(await knock("' OR 1=1", one.secret)).toBe(REFUSED);
    // The first of five alike: it named the other agent (D98).
    expect(await world.events('auth.agent', `agent:${other.principal.agentId}`)).toMatchObject([
      { status: 'denied', metadata: { error_kind: 'unauthorized', ip: SOURCE_ADDRESS, count: 1 } },
    ]);
  });

  it('does not lock an agent out when another client fails from the same address', async () => {
    const [known, late] = [await world.agent(), await world.agent()];
    const [address, nobody] = ['192.0.2.60', '00000000-0000-7000-8000-000000000000'];
    expect(await knock(known.principal.agentId, known.secret, address)).toBe(known.principal.agentId);
    const guesses = await Promise.all(Array.from({ length: 200 }, () => knock(nobody, 'guess', address)));
    expect(guesses.filter((answer) => answer === REFUSED)).toHaveLength(60);
    expect(guesses.filter((answer) => answer.startsWith('rate_limited'))).toHaveLength(140);
    expect(await knock(known.principal.agentId, known.secret, address)).toBe(known.principal.agentId);
    expect(await knock(late.principal.agentId, `${late.secret}x`, address)).toMatch(/^rate_limited/);
    expect(await knock(late.principal.agentId, late.secret)).toBe(late.principal.agentId);
    const denials = await world.events('auth.agent', `agent:${nobody}`);
    // The guesses came at once, and so did their events.
    const ofThem = denials.map(({ metadata }) => metadata).sort((a, b) => a.count - b.count);
    expect(ofThem).toMatchObject([
      { ip: address, count: 1 },
      { ip: address, count: 10 },
    ]);
  });

  it('counts only failures against the limit, not successful calls', async () => {
    const [agent, address] = [await world.agent(), '192.0.2.61'];
    const { agentId } = agent.principal;
    for (let n = 0; n < 70; n += 1) expect(await knock(agentId, agent.secret, address)).toBe(agentId);
    expect(await knock(agentId, 'guess', address)).toBe(REFUSED);
  });

  it('treats a revoked agent like an unknown one and counts its calls as failures', async () => {
    const [agent, address] = [await world.agent(), '192.0.2.62'];
    await world.get(AgentService).revoke(world.admin, agent.principal.agentId);
    const answers: string[] = [];
    for (let n = 0; n < 62; n += 1) answers.push(await knock(agent.principal.agentId, agent.secret, address));
    expect(answers.slice(0, 60)).toEqual(Array(60).fill(REFUSED));
    expect(answers.slice(60).join()).toMatch(/^rate_limited.*,rate_limited/);
  });

  it('rejects an agent as soon as it is revoked and requeues its claimed jobs', async () => {
    const [{ principal, secret }, { jobId }] = [await world.agent(), await world.enqueue('read')];
    await world.get(AgentJobService).claim(principal, 0, new AbortController().signal);
    const revoked = await world.get(AgentService).revoke(world.admin, principal.agentId);
    expect(revoked).toMatchObject({ id: principal.agentId, status: 'revoked' });
    expect(await world.get(AgentService).revoke(world.admin, principal.agentId)).toMatchObject({
      status: 'revoked',
    });
    expect(await knock(principal.agentId, secret)).toBe(REFUSED);
    expect(await world.events('auth.agent', `agent:${principal.agentId}`)).toMatchObject([
      { metadata: { error_kind: 'agent_revoked' } },
    ]);
    expect(await world.events('agent.revoke', `agent:${principal.agentId}`)).toMatchObject([
      { metadata: { released_jobs: [jobId] } },
    ]);
    const next = await world.agent();
    const claimed = await world.get(AgentJobService).claim(next.principal, 0, new AbortController().signal);
    expect(claimed).toMatchObject({ job: { id: jobId, attempt: 2 } });
  });

  it('rejects changes by an agent revoked after its call was authenticated', async () => {
    const { principal } = await world.agent();
    const row = async (): Promise<unknown> =>
      world.db.database.query('SELECT public_key, last_seen_at, version FROM agents WHERE id = $1', [
        principal.agentId,
      ]);
    await world.get(AgentService).revoke(world.admin, principal.agentId);
    const before = await row();
    const calls = [
      () => world.get(PublicKeyService).register(principal, generateAgentKeyPair().publicKeyBase64),
      () => world.get(HeartbeatService).beat(principal, { version: '9', jobIds: [] }),
    ];
    for (const call of calls) await expect(call()).rejects.toMatchObject({ code: 'unauthorized' });
    expect(await row()).toEqual(before);
    expect(await world.events('agent.public_key', `agent:${principal.agentId}`)).toEqual([]);
    expect(await world.events('auth.agent', `agent:${principal.agentId}`)).toMatchObject([
      { status: 'denied', metadata: { error_kind: 'agent_revoked' } },
      { status: 'denied', metadata: { error_kind: 'agent_revoked' } },
    ]);
  });

  it('leaves no job with an agent revoked while it claims; another agent completes each job once', async () => {
    await world.db.database.query("UPDATE jobs SET status = 'failed'");
    const [leaver, heir] = [await world.agent(), await world.agent()];
    const jobs = await Promise.all(Array.from({ length: 24 }, () => world.enqueue('read')));
    const claim = ({ principal }: typeof heir) =>
      world.get(AgentJobService).claim(principal, 0, new AbortController().signal);
    const claims = Array.from({ length: 12 }, () => claim(leaver));
    const revoked = world.get(AgentService).revoke(world.admin, leaver.principal.agentId);
    await Promise.all([...claims, revoked]);
    expect(await claim(leaver)).toBeNull();
    // A claim that was decided before the revocation, and committed after it, ends with its lease at the latest.
    await world.db.database.query(
      'UPDATE jobs SET lease_expires_at = clock_timestamp() WHERE agent_id = $1',
      [leaver.principal.agentId],
    );
    const done: string[] = [];
    for (let next = await claim(heir); next; next = await claim(heir)) {
      await world.get(JobCompletion).complete(heir.principal.agentId, next.job.id, { status: 'succeeded' });
      done.push(next.job.id);
    }
    expect(done.sort()).toEqual(jobs.map(({ jobId }) => jobId).sort());
    for (const jobId of done) {
      const late = world
        .get(JobCompletion)
        .complete(leaver.principal.agentId, jobId, { status: 'succeeded' });
      await expect(late).rejects.toMatchObject({ code: expect.stringMatching(/^job_not_(claimed|found)$/) });
    }
  });

  it('revokes all agents of a deleted connection', async () => {
    const agents = [await world.agent(), await world.agent()];
    await world.db.database.transaction((tx) =>
      world.get(AgentService).revokeOfConnection(tx, world.connectionId, 'system:test'),
    );
    for (const { principal, secret } of agents) {
      expect(await knock(principal.agentId, secret)).toBe(REFUSED);
      expect(await world.events('agent.revoke', `agent:${principal.agentId}`)).toMatchObject([
        { actor: 'system:test' },
      ]);
    }
  });

  it('refuses to mint an agent unless minting is enabled', async () => {
    const mint = world.get(AgentService).mint(world.admin, { name: 'm', clusterName: 'east' });
    await expect(mint).rejects.toMatchObject({ code: 'legacy_mint_disabled' });
    const other = await AgentWorld.open({ directMintEnabled: true });
    const minted = await other.get(AgentService).mint(other.admin, { name: 'm', clusterName: 'east' });
    const principal = await other
      .get(AgentAuthentication)
      .authenticate(minted.agentId, minted.secret, SOURCE_ADDRESS);
    expect(principal).toMatchObject({
      minted: true,
      connectionId: null,
      clusterName: 'east',
      publicKey: null,
    });
    await other.close();
  });
});
