import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { exportAgentKeyPair, generateAgentKeyPair } from '#libs/agent-protocol';
import { SecretBytes } from '#libs/secret-bytes';
import { type DevKv, startDevKv } from '../../../../tools/dev-kv/start-dev-kv.js';
import { StateFile } from '../identity/state-file.js';
import { FakeControlPlane, refusal } from '../testing/fake-control-plane.js';
import { RunningAgent } from '../testing/running-agent.js';
import type { AgentStatus, ProcessStatus } from './agent-status.js';

const NAMES = ['team-a', 'team-b', 'team-c'] as const;
const KV_TOKEN = 'token-of-the-store';

let folder: string;
let apis: FakeControlPlane[];
let kv: DevKv;
let process: RunningAgent | null;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agents-'));
  apis = await Promise.all(NAMES.map(() => new FakeControlPlane(randomUUID()).start()));
  kv = await startDevKv({ token: KV_TOKEN, logins: { approle: { roleId: 'role', secretId: 'right' } } });
  kv.put('secret/app', { k: 'v' });
  process = null;
});

afterEach(async () => {
  await process?.stop().catch(() => undefined);
  await Promise.all([...apis, kv].map((server) => server.stop()));
  rmSync(folder, { recursive: true });
});

const file = (name: string): string => join(folder, name);

async function keepState(name: string, api: FakeControlPlane): Promise<void> {
  const keys = generateAgentKeyPair();
  api.publicKey = keys.publicKeyBase64;
  await new StateFile(file(`${name}.json`)).save({
    agentId: api.agentId,
    secret: SecretBytes.fromUtf8(api.secret),
    privateKey: exportAgentKeyPair(keys),
    providerConnectionId: randomUUID(),
    clusterName: 'test-cluster',
    secretIssuedAt: new Date(),
    previousSecret: null,
    rotating: false,
  });
}

/** Starts a process with three agents, each with its own control plane. @param settings of each, as YAML members */
async function start(settings: string[] = [], enrolled: readonly string[] = NAMES): Promise<RunningAgent> {
  for (const [index, name] of NAMES.entries()) {
    if (enrolled.includes(name)) await keepState(name, apis[index]!);
  }
  const agents = NAMES.map((name, index) => {
    const setting = settings[index] ?? '';
    const own = [
      setting.startsWith('SVC_API_URL:') ? '' : `SVC_API_URL: ${apis[index]!.url}`,
      setting,
    ].filter((each) => each);
    return `  - { name: ${name}, settings: { ${own.join(', ')} } }`;
  });
  writeFileSync(file('agents.yaml'), `agents:\n${agents.join('\n')}\n`);
  process = new RunningAgent(apis[0]!, {
    ...{ SVC_AGENT_ID: '', SVC_AGENT_SECRET: '', VAULT_ADDR: kv.url, VAULT_TOKEN: KV_TOKEN },
    SVC_AGENT_CONFIG_FILE: file('agents.yaml'),
    SVC_AGENT_STATE_FILE: file('state.json'),
  });
  process.exit.catch(() => undefined);
  return process;
}

async function allBeat(): Promise<void> {
  await Promise.all(apis.map((api) => api.arrived(/heartbeat$/)));
}

async function statusOf(name: string): Promise<AgentStatus> {
  const { agents } = JSON.parse((await process!.probe('/status')).text) as ProcessStatus;
  return agents.find(({ agent }) => agent === name)!;
}

function readJob(address = kv.url): Parameters<FakeControlPlane['enqueue']>[0] {
  const scope = { address, kvMount: 'secret' };
  const connection = { id: randomUUID(), name: 'kv', type: 'vault', scope, auth_method: null };
  return { id: randomUUID(), provider_connection: connection, secret_ref: 'app', keys: ['k'] };
}

describe('several agents in one process', () => {
  it('run concurrently, each with its own identity, jobs and metrics', async () => {
    const running = await start(['SVC_AGENT_CONCURRENCY: 1']);
    await allBeat();
    for (const api of apis) {
      expect(await api.enqueue(readJob())).toMatchObject({ status: 'succeeded' });
      expect([...api.posted.values()]).toEqual(['v']);
      for (const { path } of api.seen) expect(path).toContain(`/agents/${api.agentId}/`);
    }
    const { text } = await running.probe('/metrics');
    for (const name of NAMES) {
      expect(text).toContain(`svc_agent_jobs_total{agent="${name}",kind="read",result="succeeded"} 1`);
      expect(text).toContain(`svc_agent_ready{agent="${name}"} 1`);
      expect(text).toContain(`svc_agent_jobs_running{agent="${name}"} 0`);
    }
    expect(text.match(/^svc_agent_info/gm)).toHaveLength(1);
    expect(await running.probe('/readyz')).toMatchObject({ status: 200 });
    expect(await running.stop()).toBe(0);
    const started = running.logLines
      .map((line) => JSON.parse(line))
      .filter(({ msg }) => msg === 'agent started');
    expect(started.map(({ agent }) => agent).sort()).toEqual([...NAMES]);
  });

  it('lose only the one that the control plane refuses', async () => {
    const running = await start();
    await allBeat();
    apis[1]!.replace(/./, refusal(401, 'unauthorized'), 1000);
    void apis[1]!.enqueue(readJob());
    const { text } = await eventually(
      () => running.probe('/metrics'),
      (answer) => answer.text.includes('svc_agent_ready{agent="team-b"} 0'),
    );
    expect(text).toContain('svc_agent_ready{agent="team-a"} 1');
    expect((await statusOf('team-b')).state).toBe('refused');
    const calls = apis[1]!.seen.length;
    for (const api of [apis[0]!, apis[2]!]) {
      expect(await api.enqueue(readJob())).toMatchObject({ status: 'succeeded' });
    }
    expect(apis[1]!.seen).toHaveLength(calls);
    expect((await running.probe('/readyz')).status).toBe(200);
    expect(await running.stop()).toBe(0);
  });

  it('end with 3 only when every one of them is refused', async () => {
    for (const api of apis) api.replace(/./, refusal(401, 'unauthorized'), 1000);
    expect(await (await start()).exit).toBe(3);
  });

  it('wait for the one that is not enrolled, which starts once it is', async () => {
    const running = await start([], ['team-a', 'team-c']);
    await Promise.all([apis[0]!, apis[2]!].map((api) => api.arrived(/heartbeat$/)));
    expect((await running.probe('/readyz')).status).toBe(503);
    expect(await statusOf('team-b')).toMatchObject({
      state: 'failed',
      reason: 'this agent is not enrolled: run enroll first',
    });
    expect(await apis[0]!.enqueue(readJob())).toMatchObject({ status: 'succeeded' });
    await keepState('team-b', apis[1]!);
    while ((await statusOf('team-b')).state === 'failed') {
      for (const ms of running.clock.waits) if (ms >= 10_000 && ms !== 20_000) running.clock.pass(ms);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    await apis[1]!.arrived(/heartbeat$/);
    expect(
      await eventually(
        () => statusOf('team-b'),
        ({ state }) => state === 'ready',
      ),
    ).toMatchObject({ reason: null });
  });

  it('do not start if none has an identity, and report the reason of each', async () => {
    writeFileSync(file('team-b.json'), '{"agent_secret":"CANARY', { mode: 0o600 });
    const { exit } = await start([], []);
    await expect(exit).rejects.toThrow(
      'no agent can start\n' +
        '  team-a: this agent is not enrolled: run enroll first\n' +
        '  team-b: the state file is damaged: move it away and enroll again\n' +
        '  team-c: this agent is not enrolled: run enroll first',
    );
  });

  it('do not start if two share an identity', async () => {
    await keepState('team-b', apis[0]!);
    const same = ['', `SVC_API_URL: ${apis[0]!.url}/`];
    await expect((await start(same, ['team-a', 'team-c'])).exit).rejects.toThrow(
      'the agents team-a and team-b have the same identity',
    );
  });

  it('start even if two control planes have issued the same agent id', async () => {
    await apis[1]!.stop();
    apis[1] = await new FakeControlPlane(apis[0]!.agentId).start();
    await start();
    await allBeat();
    for (const api of apis) expect(await api.enqueue(readJob())).toMatchObject({ status: 'succeeded' });
  });

  it('finish their running jobs, all within the same 25 seconds', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const running = await start(NAMES.map(() => `VAULT_ADDR: "${address}"`));
    await allBeat();
    for (const api of apis) void api.enqueue(readJob(address));
    await eventually(
      async () => running.logLines.filter((line) => line.includes('job started')),
      (lines) => lines.length === NAMES.length,
    );
    const exit = running.stop();
    const drains = () => running.clock.waits.filter((ms) => ms === 25_000);
    await eventually(
      async () => drains(),
      (waits) => waits.length === NAMES.length,
    );
    expect((await running.probe('/readyz')).status).toBe(503);
    running.clock.pass(25_000);
    expect(await exit).toBe(0);
    expect(drains()).toHaveLength(NAMES.length);
    silent.closeAllConnections();
    silent.close();
  });

  it('lose only the one that fails, and restart it', async () => {
    const running = await start();
    await allBeat();
    // No response of a control plane causes this: the fault is injected.
    const { clock } = running;
    const sleep = clock.sleep.bind(clock);
    let thrown = false;
    clock.sleep = async (ms, signal) => {
      if (ms === 7000 && !thrown) {
        thrown = true;
        throw new TypeError('CANARY');
      }
      return sleep(ms, signal);
    };
    apis[1]!.replace(/claim$/, refusal(429, 'rate_limited', { 'Retry-After': '7' }));
    await apis[1]!.enqueue(readJob());
    expect(running.logLines.join('')).toContain('"agent":"team-b","code":"internal_error"');
    await apis[1]!.arrived(/heartbeat$/, 2);
    await eventually(
      () => statusOf('team-b'),
      ({ state }) => state === 'ready',
    );
    expect(running.logLines.join('')).not.toContain('CANARY');
    expect(await apis[0]!.enqueue(readJob())).toMatchObject({ status: 'succeeded' });
    expect(await running.stop()).toBe(0);
  });
});

describe('an agent of several that keeps failing', () => {
  it('backs off each time, and starts over after a long run', async () => {
    const running = await start();
    await allBeat();
    const { clock } = running;
    const sleep = clock.sleep.bind(clock);
    const restarts: number[] = [];
    clock.sleep = async (ms, signal) => {
      if (ms === 7000) throw new TypeError('a fault that no control plane can cause');
      if (ms === 750 || ms === 1500) restarts.push(ms);
      return sleep(ms, signal);
    };
    const fail = async (times: number): Promise<void> => {
      apis[1]!.replace(/claim$/, refusal(429, 'rate_limited', { 'Retry-After': '7' }));
      await apis[1]!.enqueue(readJob());
      await eventually(
        async () => restarts.length,
        (count) => count === times,
      );
    };
    await fail(1);
    await fail(2);
    clock.elapsed += 60_001;
    await fail(3);
    expect(restarts).toEqual([750, 1500, 750]);
    expect(await running.stop()).toBe(0);
  });
});

describe('a store that does not accept the login', () => {
  it('is reported by status and metrics until it accepts the login again; the agent stays ready', async () => {
    writeFileSync(file('secret-id'), 'wrong');
    const approle = `VAULT_AUTH_METHOD: approle, VAULT_ROLE_ID: role, VAULT_SECRET_ID_FILE: ${file('secret-id')}`;
    const running = await start([approle]);
    await allBeat();
    expect(await statusOf('team-a')).toMatchObject({ state: 'ready', store_login_refused: null });
    expect(await apis[0]!.enqueue(readJob())).toMatchObject({ error: 'store_login_refused' });
    expect(await apis[1]!.enqueue(readJob())).toMatchObject({ status: 'succeeded' });
    const refused = {
      store: 'vault',
      address: kv.url,
      code: 'store_login_refused',
      since: expect.any(String),
    };
    expect(await statusOf('team-a')).toMatchObject({ state: 'ready', store_login_refused: refused });
    expect(await statusOf('team-b')).toMatchObject({ state: 'ready', store_login_refused: null });
    const { text } = await running.probe('/metrics');
    expect(text).toContain('svc_agent_store_login_refused{agent="team-a"} 1');
    expect(text).toContain('svc_agent_store_login_refused{agent="team-b"} 0');
    expect((await running.probe('/readyz')).status).toBe(200);
    writeFileSync(file('secret-id'), 'right');
    running.clock.elapsed += 30_000;
    expect(await apis[0]!.enqueue(readJob())).toMatchObject({ status: 'succeeded' });
    expect(await statusOf('team-a')).toMatchObject({ store_login_refused: null });
  });
});

async function eventually<T>(look: () => Promise<T>, holds: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await look();
    if (holds(found)) return found;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
