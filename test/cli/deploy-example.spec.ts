import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { type DevKv, startDevKv } from '../../tools/dev-kv/start-dev-kv.js';
import { type AgentProcess, startAgent } from '../support/agent-process.js';
import { canary } from '../support/canary.js';
import { leaksIn, leaksInFolder } from '../support/canary-scan.js';
import { TestClient } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { WorkloadIssuer } from '../support/workload-issuer.js';
import { created } from '../support/world.js';
import { CommandLine } from './command-line.js';
import { APPROVER, createPlatformPeople, PASSWORD } from './platform-people.js';

const KV_TOKEN = canary('token of the store');
const VALUE = canary('password of the database');
/** What the example names, in the order of the test's own: the service, the store, the issuer. */
const NAMES = [
  'https://countersign.example.com',
  'https://vault.example.com:8200',
  'https://token.actions.githubusercontent.com',
];
const SUB = 'repo:acme/shop:environment:prod';

interface JobFile {
  readonly env: Record<string, string>;
  readonly jobs: { readonly deploy: { readonly steps: readonly { readonly run?: string }[] } };
}

describe('the job of examples/deploy, on a service that has examples/platform', () => {
  let stack: TestStack;
  let issuer: WorkloadIssuer;
  let kv: DevKv;
  let agent: AgentProcess;
  let approver: TestClient;
  let job: JobFile;
  /** The machine that has the program. */
  let runner: CommandLine;
  const folder = mkdtempSync(join(tmpdir(), 'countersign-deploy-'));

  const ours = (text: string): string => {
    const urls = [stack.apis[0]!.url, kv.url, issuer.url];
    return NAMES.reduce((given, name, at) => given.replaceAll(name, urls[at]!), text);
  };
  const example = (file: string): string => ours(readFileSync(join('examples/deploy', file), 'utf8'));

  beforeAll(async () => {
    [stack, issuer, kv] = await Promise.all([
      startStack({ env: { SVC_ALLOW_INSECURE_STORE_ADDR: 'true' } }),
      WorkloadIssuer.listen(),
      startDevKv({ token: KV_TOKEN }),
    ]);
    kv.put('secret/apps/shop/db', { PASSWORD: VALUE });
    const { admin } = await createPlatformPeople(stack);
    await applyPlatform(admin);
    agent = await agentOfPlatform(admin);
    approver = await new TestClient(stack.apis[0]!.url).signIn(APPROVER, PASSWORD);
    await approver.enrollAndStepUp();
    job = parse(example('.github/workflows/deploy.yml')) as JobFile;
    runner = new CommandLine(stack.apis[0]!.url);
  }, 180_000);
  afterAll(async () => {
    await agent?.stop();
    await Promise.all([stack?.stop(), issuer?.stop(), kv?.stop()]);
    runner?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Does what both READMEs tell an administrator. */
  async function applyPlatform(admin: TestClient): Promise<void> {
    const line = new CommandLine(stack.apis[0]!.url);
    const platform = join(folder, 'platform');
    cpSync('examples/platform', platform, { recursive: true });
    const stores = join(platform, 'stores.yaml');
    writeFileSync(stores, ours(readFileSync(stores, 'utf8')));
    const [, register] = /```sh\n(.*?)```/s.exec(example('README.md'))!;
    const script = `countersign apply -f '${platform}' --yes --allow-loosening && ${register}`;
    const run = line.start(script, { COUNTERSIGN_TOKEN: admin.token! });
    expect([await run.end, run.stderr]).toEqual([0, expect.anything()]);
    line.remove();
  }

  async function agentOfPlatform(admin: TestClient): Promise<AgentProcess> {
    const [{ id }] = (await admin.get('/provider-connections')).body;
    const token = created(await admin.post(`/provider-connections/${id}/enrollment-tokens`));
    return startAgent({
      ...{ apiUrl: stack.apis[0]!.url, enrollmentToken: token.enrollment_token, clusterName: 'eu-1' },
      ...{ vaultToken: KV_TOKEN, vaultAddress: kv.url },
    });
  }

  /** Runs the steps as a runner of GitHub does, in a new folder. @returns what they wrote, and the exit code of each */
  async function runJob(name: string, sub = SUB) {
    issuer.instead = ({ url = '', headers }, response) => {
      if (!url.startsWith('/actions') || headers.authorization !== 'Bearer of-the-job') return false;
      const aud = new URL(url, issuer.url).searchParams.get('audience');
      const claims = { aud, sub, repository_owner_id: '1234567' };
      void issuer.token(claims).then((value) => response.end(JSON.stringify({ value })));
      return true;
    };
    const [home, workspace] = [join(folder, `${name}-home`), join(folder, name)];
    for (const each of [home, workspace]) mkdirSync(each);
    const deploy = '#!/bin/sh\nprintf %s "${#PGPASSWORD}" > deployed\n';
    writeFileSync(join(workspace, 'deploy.sh'), deploy, { mode: 0o755 });
    const env = {
      ...{ HOME: home, PATH: runner.installed(), CI: 'true', ...job.env },
      ...{ GITHUB_SHA: 'c0ffee', ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'of-the-job' },
      ACTIONS_ID_TOKEN_REQUEST_URL: `${issuer.url}/actions?api-version=2.0`,
    };
    const codes: (number | null)[] = [];
    let output = '';
    for (const { run } of job.jobs.deploy.steps) {
      // What npm would install is the build that is tested; the spec of releases installs it.
      if (run === undefined || run.includes('npm install')) continue;
      const step = spawn('bash', ['-e', '-c', run], {
        cwd: workspace,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      for (const stream of [step.stdout, step.stderr]) stream.on('data', (chunk) => (output += chunk));
      codes.push(await new Promise((ended) => step.once('close', ended)));
      if (codes.at(-1) !== 0) break;
    }
    const deployed = join(workspace, 'deployed');
    const leaks = [...leaksIn('output of the job', output), ...(await leaksInFolder('workspace', workspace))];
    return { codes, output, leaks, deployed: existsSync(deployed) ? readFileSync(deployed, 'utf8') : null };
  }

  /** Waits for the request that the job makes. @returns its id */
  async function asked(): Promise<string> {
    const pending = async () => (await approver.get('/requests?status=pending')).body as { id: string }[];
    await eventually(async () => (await pending()).length === 1, 'a request');
    const [{ id }] = (await pending()) as [{ id: string }];
    expect((await approver.get(`/requests/${id}`)).body).toMatchObject({
      ...{
        requester_email: 'workload:shop-deploy',
        justification: 'Deploy c0ffee',
        secret_ref: 'apps/shop/db',
      },
    });
    return id;
  }

  it('runs its program with the value once a person has approved, and nothing keeps the value', async () => {
    const running = runJob('approved');
    const id = await asked();
    expect((await approver.post(`/requests/${id}/approve`)).status).toBe(200);
    const { output, ...ended } = await running;
    expect([ended, output]).toEqual([
      { codes: [0, 0], leaks: [], deployed: String(VALUE.length) },
      expect.anything(),
    ]);
  });

  it('does not run it once a person has rejected', async () => {
    const running = runJob('rejected');
    const id = await asked();
    const reason = { reason: 'not on a Friday' };
    expect((await approver.post(`/requests/${id}/reject`, reason)).status).toBe(200);
    const { codes, deployed } = await running;
    expect([codes[0], codes[1] === 0, deployed]).toEqual([0, false, null]);
  });

  it('is not signed in from a branch that the environment does not take', async () => {
    const { codes, deployed } = await runJob('branch', 'repo:acme/shop:ref:refs/heads/feature');
    expect([codes, deployed]).toEqual([[3], null]);
  });
});
