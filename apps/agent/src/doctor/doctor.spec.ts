import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { type DevKv, startDevKv } from '../../../../tools/dev-kv/start-dev-kv.js';
import { doctorCommand } from '../commands/doctor-command.js';
import { FakeKubernetes } from '../kubernetes/testing/fake-kubernetes.js';
import { runCli } from '../run-cli.js';
import { FakeControlPlane, refusal } from '../testing/fake-control-plane.js';
import type { Finding } from './report.js';

const TOKEN = 'CANARY-vault-token';
const ENDPOINT = { id: '01890000-0000-7000-8000-00000000a590', base_url: 'https://argocd.example' };

let api: FakeControlPlane;
let kv: DevKv;
let folder: string;

beforeEach(async () => {
  api = await new FakeControlPlane().start();
  kv = await startDevKv({ token: TOKEN, logins: { kubernetes: { role: 'agent', jwt: 'CANARY-jwt' } } });
  folder = mkdtempSync(join(tmpdir(), 'agent-doctor-'));
});

afterEach(async () => {
  await Promise.all([api.stop(), kv.stop()]);
  rmSync(folder, { recursive: true });
});

interface Ran {
  code: number;
  out: string;
}

const stateFile = (): string => join(folder, 'state.json');

function environment(over: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  return {
    SVC_API_URL: api.url,
    SVC_CLUSTER_NAME: 'east',
    SVC_AGENT_STATE_FILE: stateFile(),
    VAULT_TOKEN: TOKEN,
    VAULT_ADDR: kv.url,
    ...over,
  };
}

async function run(argv: string[], env: NodeJS.ProcessEnv = {}, now?: () => number): Promise<Ran> {
  const output = new PassThrough();
  const io = {
    ...{ argv, env: environment(env), stdin: Readable.from([api.enrollmentToken]) },
    ...{ stdout: output, stderr: output, signals: new EventEmitter() },
  };
  const code = now ? await doctorCommand(io, argv.slice(1), now) : await runCli(io);
  output.end();
  const out = String(output.read() ?? '');
  for (const secret of [TOKEN, 'CANARY', api.secret, api.enrollmentToken]) expect(out).not.toContain(secret);
  return { code, out };
}

const enroll = (): Promise<Ran> => run(['enroll']);

const STORE = (): string[] => [
  'doctor',
  '--store',
  'vault',
  '--scope',
  JSON.stringify({ address: kv.url, kvMount: 'secret' }),
];

/** Returns the findings by their check, and the exit code. */
async function findings(
  argv: string[],
  env: NodeJS.ProcessEnv = {},
  now?: () => number,
): Promise<{ code: number; of: (check: string) => Finding }> {
  const { code, out } = await run([...argv, '--json'], env, now);
  const { ok, checks } = JSON.parse(out) as { ok: boolean; checks: Finding[] };
  expect(ok).toBe(code === 0);
  return {
    code,
    of: (check) => {
      const found = checks.find((each) => each.check === check);
      if (!found) throw new Error(`no finding ${check} in ${out}`);
      return found;
    },
  };
}

describe('doctor', () => {
  it('passes if everything is correct', async () => {
    await enroll();
    const { code, out } = await run(STORE());
    expect(out.match(/^failed/gm)).toBeNull();
    expect(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.slice(0, 36).trimEnd()),
    ).toEqual(
      [
        'ok       configuration: cluster east',
        expect.stringMatching(/^ok {7}identity: agent 01890000/),
        'ok       control plane: name: 127.0.',
        'ok       control plane: connection:',
        'skipped  control plane: TLS: http: t',
        'ok       control plane: answer: a co',
        expect.stringMatching(/^ok {7}clock: this machine /),
        'ok       control plane: credentials:',
        'ok       store: address: http://127.',
        'ok       store: name: 127.0.0.1 is a',
        'ok       store: connection: 127.0.0.',
        'skipped  store: TLS: http: the conne',
        expect.stringMatching(/^ok {7}store: login: the token/),
        expect.stringContaining('Prefer one that expires'),
        'ok       store: permission: the agen',
        'skipped  GitOps: disabled (SVC_AGENT',
        '',
        'Nothing failed.',
      ].map((line) => (typeof line === 'string' ? line.slice(0, 36).trimEnd() : line)),
    );
    expect(code).toBe(0);
  });

  it('changes no lease, no job and no secret', async () => {
    await enroll();
    const before = api.seen.length;
    await run(STORE());
    const asked = api.seen.slice(before).map(({ method, path, body }) => [method, path, body.job_ids]);
    expect(asked).toEqual([
      ['GET', '/api/v1/doctor', undefined],
      ['GET', `/api/v1/agents/${api.agentId}/self`, undefined],
    ]);
  });

  it('names every fault of the configuration and stops', async () => {
    const env = { SVC_CLUSTER_NAME: '', SVC_AGENT_CONCURRENCY: 'CANARY' };
    const { code, out } = await run(['doctor'], env);
    expect(code).toBe(1);
    expect(out).toContain('failed   configuration: SVC_CLUSTER_NAME is missing');
    expect(out).toContain('failed   configuration: SVC_AGENT_CONCURRENCY must be a whole number');
    expect(out).toContain('2 of 3 checks failed.');
    expect(api.seen).toEqual([]);
  });

  it('reports that the agent must be enrolled, and continues with the other checks', async () => {
    const { code, of } = await findings(STORE());
    expect(code).toBe(1);
    expect(of('identity').advice).toContain('enroll');
    expect(of('control plane: answer').result).toBe('ok');
    expect(of('control plane: credentials').result).toBe('skipped');
    expect(of('store: permission').result).toBe('ok');
  });

  it('refuses a state that others could read', async () => {
    await enroll();
    chmodSync(stateFile(), 0o644);
    const { of } = await findings(['doctor']);
    expect(of('identity')).toMatchObject({ result: 'failed', detail: expect.stringContaining('0600') });
    expect(of('identity').advice).toContain('revoke');
    writeFileSync(stateFile(), '{"agent_secret":"CANARY', { mode: 0o600 });
    chmodSync(stateFile(), 0o600);
    expect((await findings(['doctor'])).of('identity').detail).toContain('damaged');
  });

  it.each([
    ['https://control-plane.invalid', 'control plane: name'],
    ['http://127.0.0.1:1', 'control plane: connection'],
  ])('reports at which step connecting to %s fails', async (url, check) => {
    await enroll();
    const { code, of } = await findings(['doctor'], { SVC_API_URL: url });
    expect([code, of(check).result]).toEqual([1, 'failed']);
    expect(of('control plane: credentials').result).toBe('skipped');
  });

  it('reports a control plane without TLS', async () => {
    const { of } = await findings(['doctor'], { SVC_API_URL: api.url.replace('http:', 'https:') });
    expect(of('control plane: TLS').result).toBe('failed');
  });

  it('reports another server at that address', async () => {
    await enroll();
    for (const status of [404, 200, 503]) {
      api.replace(/doctor$/, { status });
      const { of } = await findings(['doctor']);
      expect(of('control plane: answer')).toMatchObject({
        result: 'failed',
        detail: `the server there is not a working control plane (status ${status})`,
      });
    }
  });

  it.each([
    [-61_500, 'failed', 'behind'],
    [-30_000, 'ok', 'behind'],
    [0, 'ok', 'agree to a second'],
    [30_000, 'ok', 'ahead of'],
    [3_600_000, 'failed', 'ahead of'],
  ])('compares the clocks: %d ms is %s', async (skew, result, how) => {
    await enroll();
    const { of } = await findings(['doctor'], {}, () => Date.now() + skew);
    expect(of('clock')).toMatchObject({ result, detail: expect.stringContaining(how) });
  });

  it.each([
    [refusal(401, 'unauthorized'), 'failed', 'enroll again'],
    [refusal(429, 'rate_limited'), 'skipped', 'in a minute'],
    [refusal(404, 'route_not_found'), 'skipped', 'Upgrade'],
    [refusal(503, 'dependency_unavailable'), 'failed', 'readiness'],
  ])('reports the agent’s status at the control plane: %j', async (answer, result, advice) => {
    await enroll();
    api.replace(/self$/, answer);
    const finding = (await findings(['doctor'])).of('control plane: credentials');
    expect(finding).toMatchObject({ result, advice: expect.stringContaining(advice) });
  });
});

describe('doctor at a store', () => {
  beforeEach(async () => void (await enroll()));

  it('checks the given store', async () => {
    const { of } = await findings(['doctor']);
    expect(of('store')).toMatchObject({ result: 'skipped', advice: expect.stringContaining('--store') });
  });

  it.each([
    [{ VAULT_TOKEN: '' }, 'store: login', 'store_credentials_missing'],
    [{ VAULT_TOKEN: 'CANARY-other' }, 'store: login', 'store_login_refused'],
    [{ VAULT_ADDR: 'https://pinned.example' }, 'store: address', 'address_not_allowed'],
    [{ VAULT_ADDR: '' }, 'store: address', 'address_not_allowed'],
  ])('reports with %j what is wrong at %s', async (env, check, code) => {
    const { of } = await findings(STORE(), env);
    expect(of(check)).toMatchObject({ result: 'failed', detail: expect.stringContaining(code) });
    if (check === 'store: login') expect(of('store: permission').result).toBe('skipped');
  });

  it('distinguishes a valid token from permission for the scope', async () => {
    const scope = JSON.stringify({ address: kv.url, kvMount: 'nowhere' });
    const { of } = await findings(['doctor', '--store', 'vault', '--scope', scope]);
    expect(of('store: login').result).toBe('ok');
    expect(of('store: permission')).toMatchObject({
      result: 'failed',
      detail: expect.stringContaining('mount_not_found'),
    });
  });

  it('logs in as the agent does, and revokes the token', async () => {
    const jwt = join(folder, 'jwt');
    writeFileSync(jwt, 'CANARY-jwt');
    const login = { VAULT_AUTH_METHOD: 'kubernetes', VAULT_ROLE: 'agent', VAULT_JWT_FILE: jwt };
    const env = { ...login, VAULT_ADDR: kv.url };
    const { of } = await findings(STORE(), env);
    expect(of('store: login').result).toBe('ok');
    expect([kv.logins.granted, kv.logins.live]).toEqual([1, []]);
    writeFileSync(jwt, 'CANARY-expired');
    expect((await findings(STORE(), env)).of('store: login').detail).toContain('store_login_refused');
  });

  it('reports that a store is sealed', async () => {
    kv.seal(true);
    expect((await findings(STORE())).of('store: permission').advice).toBe('Unseal the store.');
  });

  it.each([['--scope', '{"address"'], ['--scope', '[]'], ['CANARY-pasted'], ['--token', 'CANARY-pasted']])(
    'rejects the command line %j %j',
    async (...args) => {
      expect((await run(['doctor', '--store', 'vault', ...args])).code).toBe(2);
    },
  );

  it('rejects unknown types', async () => {
    const { of } = await findings(['doctor', '--store', 'paper']);
    expect(of('store: address').detail).toContain('provider_type_unsupported');
  });
});

describe('doctor at GitOps', () => {
  let cluster: FakeKubernetes;
  let env: NodeJS.ProcessEnv;

  beforeEach(async () => {
    await enroll();
    cluster = await new FakeKubernetes().start();
    const tokenFile = join(folder, 'token');
    writeFileSync(tokenFile, cluster.token);
    env = {
      SVC_AGENT_GITOPS_ENABLED: 'true',
      SVC_KUBERNETES_URL: cluster.url,
      SVC_KUBERNETES_TOKEN_FILE: tokenFile,
    };
  });
  afterEach(() => cluster.stop());

  it('counts the readable applications, and names the endpoint', async () => {
    api.gitopsEndpoints = [ENDPOINT];
    cluster.put('/apis/argoproj.io/v1alpha1', 'applications', 'argocd', 'shop', { metadata: {} });
    const { code, of } = await findings(['doctor'], env);
    expect(of('GitOps: applications').detail).toBe('1 can be read in argocd');
    expect(of('GitOps: endpoint').detail).toBe('reports go to https://argocd.example');
    expect(code).toBe(0);
    expect(api.observations).toEqual([]);
  });

  it('reports the missing permission, and that no endpoint is known', async () => {
    cluster.denied.add('list applications');
    const { of } = await findings(['doctor'], env);
    expect(of('GitOps: applications').advice).toContain('applications.argoproj.io');
    expect(of('GitOps: endpoint').advice).toContain('SVC_AGENT_GITOPS_BASE_URL');
  });
});
