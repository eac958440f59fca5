import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EventEmitter } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { startDevKv } from '../../../tools/dev-kv/start-dev-kv.js';
import { AGENT_VERSION } from './agent-version.js';
import { StateFile } from './identity/state-file.js';
import { COMMAND_LINES, runCli } from './run-cli.js';
import { FakeKubernetes } from './kubernetes/testing/fake-kubernetes.js';
import { FakeControlPlane, refusal } from './testing/fake-control-plane.js';
import { type CommandResult, runCommandLine } from './testing/run-command.js';

let api: FakeControlPlane;
let folder: string;
let stateFile: string;

beforeEach(async () => {
  api = await new FakeControlPlane().start();
  folder = mkdtempSync(join(tmpdir(), 'agent-cli-'));
  stateFile = join(folder, 'state.json');
});

afterEach(async () => {
  await api.stop();
  rmSync(folder, { recursive: true });
});

function run(argv: string[], stdin = '', env: NodeJS.ProcessEnv = {}): Promise<CommandResult> {
  return runCommandLine(argv, stdin, {
    SVC_API_URL: api.url,
    SVC_CLUSTER_NAME: 'east',
    SVC_AGENT_STATE_FILE: stateFile,
    SVC_AGENT_HEALTH_ADDR: '127.0.0.1:0',
    ...env,
  });
}

describe('enroll', () => {
  it('exchanges a token from standard input for an identity in a file that only its owner can read', async () => {
    const ran = await run(['enroll', '--name', 'east-1'], `${api.enrollmentToken}\n`);
    expect(ran).toMatchObject({ code: 0 });
    expect(statSync(stateFile).mode & 0o777).toBe(0o600);
    const state = await new StateFile(stateFile).load();
    expect(state).toMatchObject({ agentId: api.agentId, clusterName: 'east' });
    expect(Buffer.from(state!.secret.reveal()).toString()).toBe(api.secret);
    expect(api.seen[0]!.body).toEqual({
      enrollment_token: api.enrollmentToken,
      name: 'east-1',
      cluster_name: 'east',
      public_key: api.publicKey,
      version: AGENT_VERSION,
    });
    expect(readdirSync(folder)).toEqual(['state.json']);
    expect(ran.out).not.toContain(api.enrollmentToken);
    expect(ran.out).not.toContain(api.secret);
  });

  it('takes the token from a file', async () => {
    const tokenFile = join(folder, 'token');
    writeFileSync(tokenFile, api.enrollmentToken);
    expect(await run(['enroll', '--token-file', tokenFile])).toMatchObject({ code: 0 });
  });

  it.each([
    ['a positional', ['enroll', 'pasted-token-text']],
    ['--token=', ['enroll', '--token=pasted-token-text']],
    ['--token', ['enroll', '--token', 'pasted-token-text']],
    ['another command', ['run', 'pasted-token-text']],
    ['no command', ['pasted-token-text']],
  ])('never takes a token from the command line (%s), nor repeats it', async (_how, argv) => {
    const ran = await run(argv, api.enrollmentToken);
    expect(ran.code).toBe(2);
    expect(ran.out).not.toContain('pasted-token-text');
    expect(api.seen).toEqual([]);
  });

  it('does not use a token if it is already enrolled or can’t store an identity', async () => {
    await run(['enroll'], api.enrollmentToken);
    const before = readFileSync(stateFile, 'utf8');
    expect(await run(['enroll'], api.enrollmentToken)).toMatchObject({ code: 2 });
    expect(readFileSync(stateFile, 'utf8')).toBe(before);
    const nowhere = { SVC_AGENT_STATE_FILE: join(folder, 'missing', 'state.json') };
    expect(await run(['enroll'], api.enrollmentToken, nowhere)).toMatchObject({ code: 2 });
    expect(api.seen).toHaveLength(1);
  });

  it('keeps an existing identity with --if-needed, and enrolls otherwise', async () => {
    expect(await run(['enroll', '--if-needed'], api.enrollmentToken)).toMatchObject({ code: 0 });
    const before = readFileSync(stateFile, 'utf8');
    expect(await run(['enroll', '--if-needed'], '')).toMatchObject({ code: 0 });
    expect(readFileSync(stateFile, 'utf8')).toBe(before);
    expect(api.seen).toHaveLength(1);
  });

  it.each([
    [401, 'unauthorized', 3],
    [409, 'enrollment_token_consumed', 1],
    [410, 'enrollment_token_expired', 1],
    [409, 'cluster_mismatch', 1],
  ])('reports an error %d %s and leaves no file', async (status, code, exit) => {
    api.replace(/enroll$/, refusal(status, code));
    const ran = await run(['enroll'], api.enrollmentToken);
    expect(ran).toMatchObject({ code: exit });
    expect(ran.out).toContain(code);
    expect(readdirSync(folder)).toEqual([]);
  });

  it.each(['', '   \n', 'two words'])('rejects %j as a token without a call', async (text) => {
    expect(await run(['enroll'], text)).toMatchObject({ code: 2 });
    expect(api.seen).toEqual([]);
  });
});

describe('the state file', () => {
  it('is refused when others can read it', async () => {
    await run(['enroll'], api.enrollmentToken);
    chmodSync(stateFile, 0o640);
    const ran = await run(['run']);
    expect(ran.code).toBe(2);
    expect(ran.out).toContain('0600');
  });

  it('is refused when it is damaged, without repeating what is in it', async () => {
    writeFileSync(stateFile, '{"agent_secret":"half-a-secr', { mode: 0o600 });
    const ran = await run(['run']);
    expect(ran.code).toBe(2);
    expect(ran.out).not.toContain('half-a-secr');
  });
});

const OTHERS = { data: { state: Buffer.from('the state of another').toString('base64') } };

describe('the state secret', () => {
  it('contains the identity of an agent in a cluster, and nothing is written to disk', async () => {
    const cluster = await new FakeKubernetes().start();
    const tokenFile = join(folder, 'service-account-token');
    writeFileSync(tokenFile, cluster.token);
    const env = {
      SVC_AGENT_STATE_FILE: '',
      SVC_AGENT_STATE_SECRET: 'agents/east-1',
      SVC_KUBERNETES_URL: cluster.url,
      SVC_KUBERNETES_TOKEN_FILE: tokenFile,
    };
    expect(await run(['enroll'], api.enrollmentToken, env)).toMatchObject({ code: 0 });
    expect(readdirSync(folder)).toEqual(['service-account-token']);
    const status = await run(['status'], '', env);
    expect(status.out).toContain(api.agentId);
    const again = await run(['enroll'], api.enrollmentToken, env);
    expect(again).toMatchObject({ code: 2, out: expect.stringContaining('secret agents/east-1') });
    expect(api.requests(/enroll$/)).toHaveLength(1);
    await cluster.stop();
  });

  it('that another replica writes meanwhile is kept; the superfluous agent is named', async () => {
    const cluster = await new FakeKubernetes().start();
    const tokenFile = join(folder, 'service-account-token');
    writeFileSync(tokenFile, cluster.token);
    cluster.onRequest = (line) => {
      const tried = cluster.seen.some((seen) => seen.includes('dryRun=All'));
      if (tried && line.startsWith('GET ')) cluster.put('/api/v1', 'secrets', 'agents', 'east-1', OTHERS);
    };
    const env = {
      ...{ SVC_AGENT_STATE_FILE: '', SVC_AGENT_STATE_SECRET: 'agents/east-1' },
      ...{ SVC_KUBERNETES_URL: cluster.url, SVC_KUBERNETES_TOKEN_FILE: tokenFile },
    };
    const ran = await run(['enroll'], api.enrollmentToken, env);
    expect(ran.code).toBe(2);
    expect(ran.out).toContain(`Revoke agent ${api.agentId}`);
    expect(cluster.get('/api/v1', 'secrets', 'agents', 'east-1')).toMatchObject(OTHERS);
    await cluster.stop();
  });

  it('requires one location in a reachable cluster', async () => {
    const both = await run(['status'], '', { SVC_AGENT_STATE_SECRET: 'a/b' });
    expect(both.code).toBe(2);
    expect(both.out).toContain('SVC_AGENT_STATE_SECRET and SVC_AGENT_STATE_FILE are both set');
    expect(both.out).toContain('SVC_AGENT_STATE_SECRET needs a cluster');
  });
});

describe('run', () => {
  it('works with the enrolled identity and registers no other key', async () => {
    await run(['enroll'], api.enrollmentToken);
    const signals = new EventEmitter();
    const output = new PassThrough();
    const env = { SVC_API_URL: api.url, SVC_CLUSTER_NAME: 'east', SVC_AGENT_STATE_FILE: stateFile };
    const exit = runCli({
      argv: ['run'],
      env: { ...env, SVC_AGENT_HEALTH_ADDR: '127.0.0.1:0' },
      stdin: Readable.from([]),
      stdout: output,
      stderr: output,
      signals,
    });
    await api.arrived(/claim$/);
    await api.arrived(/heartbeat$/);
    signals.emit('SIGTERM');
    expect(await exit).toBe(0);
    expect(api.requests(/public-key$/)).toEqual([]);
    expect(signals.listenerCount('SIGTERM')).toBe(0);
  });

  it('says what to do when the agent is not enrolled', async () => {
    const ran = await run(['run']);
    expect(ran).toEqual({ code: 2, out: 'agent: this agent is not enrolled: run enroll first\n' });
  });
});

describe('help', () => {
  it.each([['help'], ['--help'], ['-h']])(
    'is printed by %s, with every command and every option',
    async (word) => {
      const ran = await run([word]);
      expect(ran.code).toBe(0);
      for (const { name, options } of COMMAND_LINES) {
        expect(ran.out).toContain(`\n  ${name} `);
        for (const option of Object.keys(options)) expect(ran.out).toContain(`      --${option} `);
      }
      expect(ran.out).toContain('--if-needed');
    },
  );

  it.each(COMMAND_LINES.map(({ name }) => name))(
    'is printed for %s alone, before anything is checked',
    async (name) => {
      const others = COMMAND_LINES.filter((line) => line.name !== name);
      for (const argv of [
        [name, '--help'],
        [name, '-h'],
        [name, 'help'],
        ['help', name],
        ['--help', name],
      ]) {
        const ran = await run(argv, '', { SVC_API_URL: '' });
        expect(ran.code).toBe(0);
        for (const other of others) expect(ran.out).not.toContain(`\n  ${other.name} `);
      }
    },
  );

  it('goes to standard output, and the usage of a wrong command to standard error', async () => {
    const told = async (argv: string[]) => {
      const [stdout, stderr] = [new PassThrough(), new PassThrough()];
      const signals = new EventEmitter();
      const code = await runCli({ argv, env: {}, stdin: Readable.from([]), stdout, stderr, signals });
      return { code, out: String(stdout.read() ?? ''), err: String(stderr.read() ?? '') };
    };
    const help = await told(['help']);
    expect(help).toMatchObject({ code: 0, err: '' });
    expect(await told([])).toEqual({ code: 2, out: '', err: help.out });
    const err = `agent: unknown command.\n\n${help.out}`;
    expect(await told(['no-such-command'])).toEqual({ code: 2, out: '', err });
  });

  it('is not printed if the word is an option’s value', async () => {
    expect(await run(['enroll', '--name', 'help'], api.enrollmentToken)).toMatchObject({ code: 0 });
    expect(api.seen[0]!.body.name).toBe('help');
  });
});

describe('status and version', () => {
  it('prints the agent’s identity and that no process is running', async () => {
    await run(['enroll'], api.enrollmentToken);
    const ran = await run(['status']);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain(api.agentId);
    expect(ran.out).toContain('not running');
    expect(ran.out).not.toContain(api.secret);
  });

  it('reports a running agent whose store refuses its login, and fails', async () => {
    const kv = await startDevKv({
      token: 'token',
      logins: { approle: { roleId: 'role', secretId: 'right' } },
    });
    writeFileSync(join(folder, 'secret-id'), 'wrong');
    await run(['enroll'], api.enrollmentToken);
    const [signals, output] = [new EventEmitter(), new PassThrough()];
    let port = '';
    output.on('data', (chunk) => {
      port ||= /health endpoint listens.*"port":(\d+)/.exec(String(chunk))?.[1] ?? '';
    });
    const login = { VAULT_ADDR: kv.url, VAULT_AUTH_METHOD: 'approle', VAULT_ROLE_ID: 'role' };
    const own = { SVC_API_URL: api.url, SVC_CLUSTER_NAME: 'east', SVC_AGENT_STATE_FILE: stateFile };
    const exit = runCli({
      argv: ['run'],
      env: {
        ...own,
        ...login,
        VAULT_SECRET_ID_FILE: join(folder, 'secret-id'),
        SVC_AGENT_HEALTH_ADDR: '127.0.0.1:0',
      },
      stdin: Readable.from([]),
      ...{ stdout: output, stderr: output, signals },
    });
    await api.arrived(/claim$/);
    await api.arrived(/heartbeat$/);
    const status = (): Promise<CommandResult> =>
      run(['status'], '', { SVC_AGENT_HEALTH_ADDR: `127.0.0.1:${port}` });
    expect(await status()).toMatchObject({ code: 0, out: expect.stringContaining('process:    ready\n') });
    const scope = { address: kv.url, kvMount: 'secret' };
    const connection = { id: api.agentId, name: 'kv', type: 'vault', scope, auth_method: null };
    const job = { kind: 'connectivity_check', provider_connection: connection };
    expect(await api.enqueue(job)).toMatchObject({ error: 'store_login_refused' });
    const refused = await status();
    expect(refused.code).toBe(1);
    expect(refused.out).toContain('process:    ready\n');
    expect(refused.out).toMatch(
      /store: {6}login failed since \S+: vault at http:\S+ \(store_login_refused\); see doctor\n/,
    );
    signals.emit('SIGTERM');
    expect(await exit).toBe(0);
    await kv.stop();
  });

  it('prints the version of the package', async () => {
    const manifest = new URL('../../../package.json', import.meta.url);
    const { version } = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    expect(await run(['version'])).toEqual({ code: 0, out: `${version}\n` });
    expect(existsSync(stateFile)).toBe(false);
  });
});
