import { randomUUID } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { FakeKubernetes } from '../kubernetes/testing/fake-kubernetes.js';
import { FakeControlPlane } from '../testing/fake-control-plane.js';
import { type CommandResult, runCommandLine } from '../testing/run-command.js';

const NAMES = ['team-a', 'team-b', 'team-c'];

let folder: string;
let apis: FakeControlPlane[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'agents-cli-'));
  apis = await Promise.all(NAMES.map(() => new FakeControlPlane(randomUUID()).start()));
  const agents = NAMES.map((name, index) => {
    writeFileSync(file(`${name}.token`), apis[index]!.enrollmentToken);
    return `  - { name: ${name}, enrollmentTokenFile: ${file(`${name}.token`)}, settings: { SVC_API_URL: "${apis[index]!.url}" } }`;
  });
  writeFileSync(file('agents.yaml'), `agents:\n${agents.join('\n')}\n`);
});

afterEach(async () => {
  await Promise.all(apis.map((api) => api.stop()));
  rmSync(folder, { recursive: true });
});

const file = (name: string): string => join(folder, name);
const states = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.json'));
const enrollments = (): number[] => apis.map((api) => api.requests(/enroll$/).length);

function run(argv: string[], stdin = '', env: NodeJS.ProcessEnv = {}): Promise<CommandResult> {
  return runCommandLine(argv, stdin, {
    SVC_CLUSTER_NAME: 'east',
    SVC_AGENT_CONFIG_FILE: file('agents.yaml'),
    SVC_AGENT_STATE_FILE: file('state.json'),
    SVC_AGENT_HEALTH_ADDR: '127.0.0.1:0',
    ...env,
  });
}

describe('enroll, of several agents', () => {
  it('enrolls each with its own token and name, and keeps existing identities later', async () => {
    const ran = await run(['enroll', '--all', '--if-needed']);
    expect(ran.code).toBe(0);
    for (const [index, name] of NAMES.entries()) {
      expect(ran.out).toContain(`${name}: enrolled: agent ${apis[index]!.agentId} for connection`);
      expect(apis[index]!.seen[0]!.body).toMatchObject({ name, cluster_name: 'east' });
      const state = JSON.parse(readFileSync(file(`${name}.json`), 'utf8')) as { agent_id: string };
      expect(state.agent_id).toBe(apis[index]!.agentId);
      rmSync(file(`${name}.token`));
    }
    const again = await run(['enroll', '--all', '--if-needed']);
    expect(again.code).toBe(0);
    expect(again.out.match(/already enrolled/g)).toHaveLength(3);
    expect(enrollments()).toEqual([1, 1, 1]);
  });

  it('enrolls the others if one fails, names it, and enrolls it at the next attempt', async () => {
    writeFileSync(file('team-b.token'), 'another-token');
    rmSync(file('team-c.token'));
    const ran = await run(['enroll', '--all']);
    // 2 for the file that is missing, 3 for the token that is refused: no other try can help.
    expect(ran.code).toBe(2);
    expect(ran.out).toContain(
      'agent: team-b: the control plane refused or did not answer: unauthorized (401)',
    );
    expect(ran.out).toContain('agent: team-c: the token file cannot be read');
    expect(ran.out).not.toContain('another-token');
    expect(states()).toEqual(['team-a.json']);
    // Before `run` the others must not wait for it; what is wrong is said all the same.
    const again = await run(['enroll', '--all', '--if-needed']);
    expect(again.code).toBe(0);
    expect(again.out).toContain('agent: team-b: the control plane refused');
    rmSync(file('team-a.json'));
    rmSync(file('team-a.token'));
    expect((await run(['enroll', '--all', '--if-needed'])).code).toBe(2);
    for (const [index, name] of NAMES.entries())
      writeFileSync(file(`${name}.token`), apis[index]!.enrollmentToken);
    expect((await run(['enroll', '--all', '--if-needed'])).code).toBe(0);
    expect(states()).toEqual(NAMES.map((name) => `${name}.json`));
    expect(enrollments()).toEqual([2, 4, 1]);
  });

  it('enrolls one by name, with its own token or another', async () => {
    expect((await run(['enroll', '--agent', 'team-b'])).code).toBe(0);
    rmSync(file('team-c.token'));
    writeFileSync(file('other'), apis[2]!.enrollmentToken);
    expect(
      (await run(['enroll', '--agent', 'team-c', '--token-file', file('other'), '--name', 'c-1'])).code,
    ).toBe(0);
    expect(apis[2]!.seen[0]!.body.name).toBe('c-1');
    expect(states()).toEqual(['team-b.json', 'team-c.json']);
  });

  it('uses no token if it is unclear which agent it is for', async () => {
    for (const argv of [
      [],
      ['--if-needed'],
      ['--agent', 'team-d'],
      ['--all', '--token-file', file('team-a.token')],
    ]) {
      expect((await run(['enroll', ...argv], apis[0]!.enrollmentToken)).code).toBe(2);
    }
    expect(enrollments()).toEqual([0, 0, 0]);
  });

  it('needs no permission to create if an empty Kubernetes Secret exists for all of them', async () => {
    const cluster = await new FakeKubernetes().start();
    cluster.put('/api/v1', 'secrets', 'agents', 'state', { type: 'Opaque' });
    for (const verb of ['create', 'list', 'patch']) cluster.denied.add(`${verb} secrets`);
    writeFileSync(file('service-account'), cluster.token);
    const env = {
      ...{ SVC_AGENT_STATE_FILE: '', SVC_AGENT_STATE_SECRET: 'agents/state' },
      ...{ SVC_KUBERNETES_URL: cluster.url, SVC_KUBERNETES_TOKEN_FILE: file('service-account') },
    };
    expect(await run(['enroll', '--all', '--if-needed'], '', env)).toMatchObject({ code: 0 });
    expect(Object.keys(cluster.get('/api/v1', 'secrets', 'agents', 'state')!.data)).toEqual(NAMES);
    expect(states()).toEqual([]);
    const status = await run(['status'], '', env);
    for (const api of apis) expect(status.out).toContain(api.agentId);
    await cluster.stop();
  });
});

describe('status and doctor, of several agents', () => {
  it('report each agent, or only the named one', async () => {
    await run(['enroll', '--all']);
    const all = await run(['status']);
    expect(all.code).toBe(1);
    for (const [index, name] of NAMES.entries()) {
      expect(all.out).toContain(`agent:      ${name}, ${apis[index]!.agentId}\n`);
    }
    const one = await run(['status', '--agent', 'team-b']);
    expect(one.out).toContain(apis[1]!.agentId);
    expect(one.out).not.toContain(apis[0]!.agentId);
    expect((await run(['status', '--agent', 'team-d'])).code).toBe(2);
  });

  it('check each with its own identity and settings', async () => {
    await run(['enroll', '--agent', 'team-a']);
    await run(['enroll', '--agent', 'team-c']);
    const { code, out } = await run(['doctor', '--json']);
    expect(code).toBe(1);
    const report = JSON.parse(out) as {
      ok: boolean;
      agents: { agent: string; ok: boolean; checks: { check: string; result: string }[] }[];
    };
    expect(report).toMatchObject({
      ok: false,
      agents: NAMES.map((agent) => ({ agent, ok: agent !== 'team-b' })),
    });
    const identities = report.agents.map(
      ({ checks }) => checks.find(({ check }) => check === 'identity')!.result,
    );
    expect(identities).toEqual(['ok', 'failed', 'ok']);
    for (const [index, api] of apis.entries()) {
      expect(api.requests(/self$/)).toHaveLength(index === 1 ? 0 : 1);
    }
    const one = await run(['doctor', '--agent', 'team-c']);
    expect(one.code).toBe(0);
    expect(one.out).toContain('agent team-c\n');
    expect(one.out).not.toContain('team-a');
    expect(apis[0]!.requests(/self$/)).toHaveLength(1);
  });

  it('report an agent that shares its state file with another, as run does', async () => {
    const place = file('one.json');
    const agents = NAMES.slice(0, 2).map((name) => `  - { name: ${name}, stateFile: ${place} }`);
    writeFileSync(file('agents.yaml'), `agents:\n${agents.join('\n')}\n`);
    const SVC_API_URL = apis[0]!.url;
    const fault = 'has the same state file as agent team-a';
    expect((await run(['run'], '', { SVC_API_URL })).out).toContain(`agent team-b: ${fault}`);
    const { code, out } = await run(['doctor', '--agent', 'team-b'], '', { SVC_API_URL });
    expect(code).toBe(1);
    expect(out).toContain(`configuration: ${fault}`);
  });

  it('report the faults of the file instead', async () => {
    writeFileSync(file('agents.yaml'), 'agents: [{ name: team-a, settings: { VAULT_TOKEN: CANARY } }]');
    for (const command of ['status', 'doctor', 'run', 'enroll']) {
      const ran = await run([command]);
      expect(ran.code).toBe(2);
      expect(ran.out).toContain(
        'agent team-a: settings.VAULT_TOKEN is a secret: give VAULT_TOKEN_FILE instead',
      );
      expect(ran.out).not.toContain('CANARY');
    }
    expect(existsSync(file('team-a.json'))).toBe(false);
  });
});
