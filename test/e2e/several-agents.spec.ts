import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { launchAgent, type RunningAgentProcess } from '../support/agent-process.js';
import { leaksInFolder } from '../support/canary-scan.js';
import { canary } from '../support/canary.js';
import { eventually } from '../support/eventually.js';
import { metricsOf } from '../support/figure-of.js';
import { isSearched, noteLeaks } from '../support/run-folder.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

const NAMES = ['team-a', 'team-b', 'team-c'] as const;
/** A refusal is final after five answers, with a long poll and backoff in between. */
const STALL_TIMEOUT_MS = 90_000;

type Name = (typeof NAMES)[number];
/** Two connections use the first store, each with its own identity; the third uses the second. */
const [TOKEN_A, TOKEN_B] = [canary('token of the first store'), canary('token of the second store')];
const VALUES = { first: canary('value of the first store'), second: canary('value of the second store') };

/** One process of the agent, enrolled for three connections: the real process against the real service. */
describe('one process with three agents', () => {
  let stack: TestStack;
  let first: DevKv;
  let second: DevKv;
  let world: World;
  let folder: string;
  let started: RunningAgentProcess[] = [];
  const connections = new Map<Name, string>();
  const file = (name: string): string => join(folder, name);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'countersign-agents-'));
    first = await startDevKv({ token: TOKEN_A });
    second = await startDevKv({ token: TOKEN_B });
    for (const path of ['secret/app', 'secret/web']) first.put(path, { key: VALUES.first });
    second.put('secret/app', { key: VALUES.second });
    stack = await startStack({ worker: true, env: { SVC_JOB_LEASE_TTL: '5s' } });
    world = await buildWorld(stack);
    const stores = { 'team-a': first, 'team-b': first, 'team-c': second };
    const tokens = { 'team-a': TOKEN_A, 'team-b': TOKEN_A, 'team-c': TOKEN_B };
    const entries = await Promise.all(NAMES.map((name) => entryOf(name, stores[name], tokens[name])));
    await writeFile(file('agents.yaml'), `agents:\n${entries.join('')}`);
    const enrolled = await run('enroll', '--all', '--if-needed');
    expect(enrolled).toMatchObject({ code: 0 });
  }, 90_000);

  afterEach(async () => {
    await Promise.all(started.map((agent) => agent.kill()));
    started = [];
  });

  afterAll(async () => {
    await stack?.stop();
    await Promise.all([first?.stop(), second?.stop()]);
    if (isSearched && existsSync(folder)) {
      // The operator's credentials: the stores' tokens and the enrollment tokens.
      await Promise.all(NAMES.flatMap((name) => [rm(file(`${name}.vault`)), rm(file(`${name}.enrollment`))]));
      noteLeaks(await leaksInFolder('folder of an agent:', folder));
    }
    await rm(folder, { recursive: true, force: true });
  });

  async function entryOf(name: Name, store: DevKv, token: string): Promise<string> {
    const scope = { address: store.url, kvMount: 'secret' };
    const connection = created(
      await world.admin.post('/provider-connections', { name, type: 'vault', cluster_name: 'main', scope }),
    );
    connections.set(name, connection.id);
    await world.admin.post(`/provider-connections/${connection.id}/bindings`, {
      project_id: world.project.id,
    });
    const minted = created(
      await world.admin.post(`/provider-connections/${connection.id}/enrollment-tokens`, {}),
    );
    await writeFile(file(`${name}.enrollment`), minted.enrollment_token, { mode: 0o600 });
    await writeFile(file(`${name}.vault`), token, { mode: 0o600 });
    return `
  - name: ${name}
    enrollmentTokenFile: ${file(`${name}.enrollment`)}
    settings:
      VAULT_ADDR: ${store.url}
      VAULT_TOKEN_FILE: ${file(`${name}.vault`)}
`;
  }

  function launch(argv: string[], extra: Record<string, string> = {}): RunningAgentProcess {
    const agent = launchAgent(argv, {
      PATH: process.env.PATH ?? '',
      SVC_API_URL: stack.apis[0]!.url,
      SVC_CLUSTER_NAME: 'main',
      SVC_AGENT_CONFIG_FILE: file('agents.yaml'),
      SVC_AGENT_STATE_FILE: file('state.json'),
      SVC_AGENT_HEALTH_ADDR: '127.0.0.1:0',
      ...extra,
    });
    started.push(agent);
    return agent;
  }

  async function run(...argv: string[]): Promise<{ code: number | null; output: string }> {
    const ran = launch(argv);
    return { code: await ran.exited, output: ran.output() };
  }

  /** Starts the process and waits until each of these works. */
  async function work(ready: readonly Name[] = NAMES): Promise<{ agent: RunningAgentProcess; url: string }> {
    const agent = launch(['run']);
    const url = await eventually(async () => {
      const port = /health endpoint listens.*"port":(\d+)/.exec(agent.output())?.[1];
      return port === undefined ? null : `http://127.0.0.1:${port}`;
    }, 'the health endpoint');
    for (const name of ready) await reaches(url, name, 'ready');
    return { agent, url };
  }

  const reaches = (url: string, name: Name, state: string): Promise<unknown> =>
    eventually(
      async () => {
        const { agents } = (await (await fetch(`${url}/status`)).json()) as { agents: any[] };
        return agents.find((each) => each.agent === name).state === state;
      },
      `${name} ${state}`,
      STALL_TIMEOUT_MS,
    );

  async function request(name: Name, secretRef = 'app'): Promise<string> {
    const body = {
      project_id: world.project.id,
      environment_id: world.dev.id,
      provider_connection_id: connections.get(name),
      secret_ref: secretRef,
      keys: ['key'],
    };
    const { id } = created(await world.developer.post('/requests/read', body));
    expect((await world.approver.post(`/requests/${id}/approve`)).status).toBe(200);
    return id as string;
  }

  async function valueOf(id: string): Promise<string> {
    const body = await eventually(async () => {
      const answer = await world.developer.get(`/requests/${id}`);
      return ['executed', 'failed'].includes(answer.body.status) ? answer.body : null;
    }, 'the end of the request');
    if (body.status === 'failed') throw new Error(`failed: ${JSON.stringify(body)}`);
    const [wrap] = (await world.developer.get(`/requests/${id}/wraps`)).body;
    const { body: taken } = await world.developer.get(`/requests/${id}/wraps/${wrap.wrap_id}`);
    return Buffer.from(taken.value, 'base64').toString();
  }

  const read = async (name: Name): Promise<string> => valueOf(await request(name));

  async function agentIdOf(name: Name): Promise<string> {
    return (JSON.parse(await readFile(file(`${name}.json`), 'utf8')) as { agent_id: string }).agent_id;
  }

  it('serves each connection with its own identity and store', async () => {
    const { agent, url } = await work();
    const ids = await Promise.all(NAMES.map(agentIdOf));
    expect(new Set(ids).size).toBe(NAMES.length);
    const expected = { 'team-a': VALUES.first, 'team-b': VALUES.first, 'team-c': VALUES.second };
    for (const [index, name] of NAMES.entries()) {
      expect(await read(name)).toBe(expected[name]);
      const claims = await world.admin.get(`/audit-events?action=job.claim&limit=1`);
      expect(JSON.stringify(claims.body[0])).toContain(ids[index]);
    }
    const metrics = await metricsOf({ url });
    for (const name of NAMES) {
      expect(metrics).toContain(`svc_agent_jobs_total{agent="${name}",kind="read",result="succeeded"} 1`);
    }
    const port = new URL(url).port;
    const status = launch(['status'], { SVC_AGENT_HEALTH_ADDR: `127.0.0.1:${port}` });
    expect(await status.exited).toBe(0);
    for (const id of ids) expect(status.output()).toContain(id);
    expect(await agent.stop()).toBe(0);
  }, 60_000);

  it('resumes all of them after a kill', async () => {
    const { agent } = await work();
    await agent.kill();
    const [one, other] = [await request('team-a', 'web'), await request('team-c')];
    await work();
    expect(await valueOf(one)).toBe(VALUES.first);
    expect(await valueOf(other)).toBe(VALUES.second);
  }, 60_000);

  it('refuses to start with an invalid setting of one, named without its value', async () => {
    const text = await readFile(file('agents.yaml'), 'utf8');
    const wrong = text.replace(/(name: team-b[^]*?VAULT_ADDR: )\S+/, '$1CANARY-no-address');
    await writeFile(file('wrong.yaml'), wrong);
    const refused = launch(['run'], { SVC_AGENT_CONFIG_FILE: file('wrong.yaml') });
    expect(await refused.exited).toBe(2);
    expect(refused.output()).toContain('agent team-b: VAULT_ADDR must be an http or https URL');
    expect(refused.output()).not.toContain('CANARY-no-address');
  });

  it('continues with the others when one is revoked', async () => {
    const { agent, url } = await work();
    expect((await world.admin.post(`/agents/${await agentIdOf('team-b')}/revoke`)).status).toBe(200);
    await reaches(url, 'team-b', 'refused');
    expect(await read('team-a')).toBe(VALUES.first);
    expect(await read('team-c')).toBe(VALUES.second);
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect(await metricsOf({ url })).toContain('svc_agent_ready{agent="team-b"} 0');
    expect(await agent.stop()).toBe(0);
    expect(agent.output()).toContain('"agent":"team-b","refused":true');
  }, 120_000);
});
