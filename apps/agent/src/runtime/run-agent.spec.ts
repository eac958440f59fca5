import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FakeControlPlane, refusal, type WireJob } from '../testing/fake-control-plane.js';
import { RunningAgent } from '../testing/running-agent.js';

/** A store that responds when the test lets it: for jobs in progress. */
class HeldStore {
  readonly arrivals: (() => void)[] = [];
  #held: (() => void)[] = [];
  #arrived = 0;
  readonly #server: Server = createServer((_request, response) => {
    this.#held.push(() => response.end('{"data":{"data":{"k":"v"},"metadata":{"version":1}}}'));
    this.#arrived += 1;
    for (const arrival of this.arrivals) arrival();
  });

  async start(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get arrived(): number {
    return this.#arrived;
  }

  async holds(count: number): Promise<void> {
    while (this.#arrived < count) await new Promise<void>((resolve) => this.arrivals.push(resolve));
  }

  release(): void {
    for (const answer of this.#held.splice(0)) answer();
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

let api: FakeControlPlane;
let store: HeldStore;
let agents: RunningAgent[];

beforeEach(async () => {
  api = await new FakeControlPlane().start();
  store = await new HeldStore().start();
  agents = [];
});

afterEach(async () => {
  store.stop();
  await Promise.all(agents.map((agent) => agent.stop()));
  await api.stop();
});

function startAgent(env: NodeJS.ProcessEnv = {}): RunningAgent {
  const agent = new RunningAgent(api, { VAULT_TOKEN: 'token', VAULT_ADDR: store.url, ...env });
  agents.push(agent);
  return agent;
}

function heldJob(at = store): Partial<WireJob> & { id: string } {
  const scope = { address: at.url, kvMount: 'secret' };
  const connection = { id: randomUUID(), name: 'held', type: 'vault', scope, auth_method: null };
  return { id: randomUUID(), provider_connection: connection, secret_ref: 'a', keys: ['k'] };
}

describe('starting', () => {
  it('registers the public key of a minted agent before the first claim', async () => {
    const agent = startAgent();
    await api.arrived(/claim$/);
    expect(Buffer.from(api.publicKey, 'base64')).toHaveLength(32);
    expect(api.seen[0]!.path).toMatch(/public-key$/);
    expect(await agent.stop()).toBe(0);
  });

  it('uses long polls and sends its version', async () => {
    const agent = startAgent();
    await api.arrived(/claim$/);
    await api.arrived(/heartbeat$/);
    expect(api.requests(/claim$/)[0]!.body).toEqual({ wait_seconds: 25 });
    expect(api.requests(/heartbeat$/)[0]!.body).toEqual({ version: '0.1.0', job_ids: [] });
    await agent.stop();
  });
});

describe('probes', () => {
  it('are unready before the first accepted heartbeat and ready after it', async () => {
    api.replace(/heartbeat$/, refusal(503, 'dependency_unavailable', { 'Retry-After': '45' }));
    const agent = startAgent();
    await api.arrived(/claim$/);
    await api.arrived(/heartbeat$/);
    expect((await agent.probe('/readyz')).status).toBe(503);
    expect((await agent.probe('/livez')).status).toBe(200);
    expect((await agent.probe('/metrics')).text).toMatch(/svc_agent_heartbeat_age_seconds nan/i);
    // The next heartbeat waits for exactly as long as the control plane asked.
    await agent.clock.begun(45_000);
    agent.clock.pass(45_000);
    await agent.clock.begun(20_000);
    expect((await agent.probe('/readyz')).status).toBe(200);
    expect((await agent.probe('/metrics')).text).toContain('svc_agent_heartbeat_age_seconds 0');
    await agent.stop();
  });

  it('are not served at the separate metrics address, which may be on any interface', async () => {
    const agent = startAgent({ SVC_AGENT_METRICS_ADDR: ':0' });
    await api.arrived(/heartbeat$/);
    const line = agent.logLines.find((each) => each.includes('metrics endpoint listens'))!;
    const { host, port } = JSON.parse(line) as { host: string; port: number };
    expect(host).toBe('::');
    const statuses = ['/metrics', '/livez', '/readyz', '/status', '/'].map(
      async (path) => (await fetch(`http://127.0.0.1:${port}${path}`)).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 404, 404, 404, 404]);
    expect((await fetch(`http://127.0.0.1:${port}/metrics`, { method: 'POST' })).status).toBe(405);
    expect((await agent.probe('/metrics')).status).toBe(200);
    await agent.stop();
  });

  it('count jobs by kind and result', async () => {
    const agent = startAgent();
    await api.enqueue({ kind: 'read' });
    await api.enqueue({ kind: 'no<such>kind' });
    await api.arrived(/claim$/, 3);
    const { text } = await agent.probe('/metrics');
    expect(text).toContain('svc_agent_jobs_total{kind="read",result="failed"} 1');
    expect(text).toContain('svc_agent_jobs_total{kind="other",result="failed"} 1');
    expect(text).toContain('svc_agent_claims_total{result="job"} 2');
    expect(text).toContain('svc_agent_job_failures_total{code="connection_missing"} 2');
    expect(text).toContain('svc_agent_job_duration_seconds_count{kind="read"} 1');
    expect(text).toContain('svc_agent_info{version="0.1.0"} 1');
    expect(text).toContain('process_resident_memory_bytes');
    await agent.stop();
  });
});

describe('claiming', () => {
  it('limits concurrent jobs, and names them in its heartbeat', async () => {
    const agent = startAgent({ SVC_AGENT_CONCURRENCY: '2' });
    await api.arrived(/heartbeat$/);
    const jobs = [heldJob(), heldJob(), heldJob()];
    const done = jobs.map((job) => api.enqueue(job));
    await store.holds(2);
    await agent.clock.begun(20_000);
    agent.clock.pass(20_000);
    await api.arrived(/heartbeat$/, 2);
    expect(api.requests(/heartbeat$/)[1]!.body.job_ids).toEqual([jobs[0]!.id, jobs[1]!.id]);
    expect(api.requests(/claim$/)).toHaveLength(2);
    store.release();
    await store.holds(3);
    store.release();
    await Promise.all(done);
    await agent.stop();
  });

  it('respects a store’s own limit', async () => {
    const agent = startAgent({ SVC_AGENT_CONCURRENCY: '3', SVC_AGENT_STORE_CONCURRENCY: '1' });
    const done = [1, 2, 3].map(() => api.enqueue(heldJob()));
    await store.holds(1);
    // All three are claimed: the agent doesn't claim a fourth.
    await api.arrived(/claim$/, 3);
    const other = api.enqueue({ kind: 'read' });
    for (let turn = 1; turn <= 3; turn += 1) {
      await store.holds(turn);
      expect(store.arrived).toBe(turn);
      store.release();
    }
    await Promise.all([...done, other]);
    await agent.stop();
  });

  it('isolates a slow store from the others', async () => {
    const idle = await new HeldStore().start();
    const limits = { SVC_AGENT_CONCURRENCY: '3', SVC_AGENT_STORE_CONCURRENCY: '1' };
    const agent = startAgent({ ...limits, SVC_AGENT_STORE_ADDRESSES: idle.url });
    const waiting = [heldJob(), heldJob()].map((job) => api.enqueue(job));
    await store.holds(1);
    const other = api.enqueue(heldJob(idle));
    await idle.holds(1);
    expect(store.arrived).toBe(1);
    idle.release();
    await other;
    idle.stop();
    store.release();
    await store.holds(2);
    store.release();
    await Promise.all(waiting);
    await agent.stop();
  });

  it('backs off further with each failure, and starts over after a success', async () => {
    api.replace(/claim$/, refusal(503, 'dependency_unavailable'), 3);
    const agent = startAgent();
    await api.enqueue({ kind: 'read' });
    api.replace(/claim$/, refusal(500, 'internal_error'), 1);
    await api.enqueue({ kind: 'read' });
    await agent.stop();
    expect(agent.clock.waits.filter((ms) => ms < 10_000)).toEqual([750, 1500, 3000, 750]);
  });

  it('waits as long as the control plane asks', async () => {
    api.replace(/claim$/, refusal(429, 'rate_limited', { 'Retry-After': '7' }));
    const agent = startAgent();
    await api.enqueue({ kind: 'read' });
    expect(agent.clock.waits).toContain(7000);
    await agent.stop();
  });

  it('does not busy-loop on a control plane that answers long polls at once', async () => {
    api.replace(/claim$/, { status: 204 }, 3);
    const agent = startAgent();
    await api.enqueue({ kind: 'read' });
    expect(agent.clock.waits.filter((ms) => ms === 750)).toHaveLength(3);
    await agent.stop();
  });
});

describe('ending', () => {
  it('finishes a running job, claims no other, and exits with 0', async () => {
    const agent = startAgent();
    const running = api.enqueue(heldJob());
    await store.holds(1);
    const exit = agent.stop();
    const notTaken = heldJob();
    void api.enqueue(notTaken);
    expect((await agent.probe('/readyz')).status).toBe(503);
    store.release();
    await expect(running).resolves.toMatchObject({ status: 'succeeded' });
    expect(await exit).toBe(0);
    expect(store.arrived).toBe(1);
  });

  it('leaves a job that does not end in 25 s to its lease', async () => {
    const agent = startAgent();
    const job = heldJob();
    void api.enqueue(job);
    await store.holds(1);
    const exit = agent.stop();
    await agent.clock.begun(25_000);
    agent.clock.pass(25_000);
    expect(await exit).toBe(0);
    expect(api.requests(/complete$/)).toEqual([]);
    expect(agent.logLines.join('')).toContain('jobs were left unfinished');
  });

  it('exits with 3 and logs the reason when it is refused repeatedly', async () => {
    api.replace(/./, refusal(401, 'unauthorized'), 1000);
    const agent = startAgent();
    expect(await agent.exit).toBe(3);
    expect(agent.logLines.join('')).toContain('the control plane refuses this agent');
    expect(api.seen.length).toBeGreaterThanOrEqual(5);
  });

  it('survives a single refusal', async () => {
    const agent = startAgent();
    await api.arrived(/claim$/);
    api.replace(/claim$/, refusal(401, 'unauthorized'), 2);
    await api.enqueue({ kind: 'read' });
    await api.enqueue({ kind: 'read' });
    expect(await agent.stop()).toBe(0);
  });
});
