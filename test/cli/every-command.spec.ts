import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { addApi } from '../../apps/cli/src/commands/api.js';
import { programOf } from '../../apps/cli/src/program.js';
import { rootCommand } from '../../apps/cli/src/root-command.js';
import { dataOf } from '../../packages/client/src/index.js';
import { describedCommands } from '../../tools/cli/described-commands.js';
import { OPERATIONS } from '../matrix/document.js';
import { withClient } from '../support/database-state.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, PASSWORD, type World } from '../support/world.js';
import { CommandLine } from './command-line.js';

jest.setTimeout(120_000);

describe('the api command', () => {
  it('reaches every described operation except the probes', async () => {
    const reached: string[] = [];
    const server: Server = createServer((request, response) => {
      reached.push(`${request.method} ${request.url}`);
      response.setHeader('content-type', 'application/json').end('{}');
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const line = new CommandLine('http://unused.test', 'nobody');
    // Probes are for machines: `doctor` asks them.
    const ours = OPERATIONS.filter(({ path }) => path.startsWith('/api/'));
    const address = ours.map(({ verb, path }) => [verb, path.replace(/\{\w+\}/g, '0')] as const);
    const printed = jest.spyOn(process.stdout, 'write').mockReturnValue(true);
    try {
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      for (const [verb, path] of address) {
        const program = rootCommand();
        addApi(program);
        const given = ['--server', origin, '--token-file', line.tokenFile, 'api', verb, path];
        await program.parseAsync(given, { from: 'user' });
      }
    } finally {
      printed.mockRestore();
      server.close();
      line.remove();
    }
    expect(reached).toEqual(address.map(([verb, path]) => `${verb} ${path}`));
    expect(reached.length).toBeGreaterThan(100);
  });
});

describe('every command, as a process', () => {
  let stack: TestStack;
  let world: World;
  let line: CommandLine;
  let admin: CommandLine;

  beforeAll(async () => {
    const env = { SVC_AGENT_DIRECT_MINT_ENABLED: 'true', SVC_GITOPS_ENABLED: 'true' };
    stack = await startStack({ worker: true, env });
    world = await buildWorld(stack);
    line = new CommandLine(stack.apis[0]!.url);
    admin = new CommandLine(stack.apis[0]!.url, world.admin.token);
  });
  afterAll(async () => {
    line?.remove();
    admin?.remove();
    await stack?.stop();
  });

  const run = (...args: string[]) => admin.run(args);
  const as = (token: string | null, ...args: string[]) =>
    line.run(args, { env: { COUNTERSIGN_TOKEN: token! } });
  const count = async (what: string): Promise<number> =>
    withClient(stack.databaseUrl, async (client) =>
      Number((await client.query(`SELECT count(*) AS n FROM ${what}`)).rows[0].n),
    );
  const read = async (): Promise<string> => {
    const body = {
      ...{ project_id: world.project.id, environment_id: world.dev.id, secret_ref: 'apps/web' },
      ...{ provider_connection_id: world.connection.id, keys: ['K'], justification: 'because' },
    };
    return (await dataOf(world.developer.api.POST('/api/v1/requests/read', { body }))).id;
  };

  it('has a test that runs it', () => {
    const said = readdirSync('test/cli')
      .map((file) => readFileSync(join('test/cli', file), 'utf8'))
      .join('\n');
    const paths = describedCommands(programOf()).map(({ path }) => path);
    const words = (path: string): string =>
      path
        .split(' ')
        .map((word) => `'${word}'`)
        .join(',\\s*');
    const noun = (path: string): boolean =>
      / list$/.test(path) && said.includes(`['${path.split(' ')[0]}', /`);
    const without = paths.filter((path) => !new RegExp(`[[(,]\\s*${words(path)}`).test(said) && !noun(path));
    expect(without).toEqual([]);
  });

  it('a workload is registered, shown, listed, disabled, enabled and deleted', async () => {
    const issuer = ['--issuer', 'https://ci.example.com', '--audience', 'countersign', '--claim', 'sub=shop'];
    const made = await run('workload', 'create', 'shop', ...issuer, '--role', 'developer', '-p', 'payments');
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect((await run('workload', 'list')).stdout).toMatch(/shop/);
    expect((await run('workload', 'show', 'shop')).stdout).toMatch(/ci\.example\.com/);
    expect(await run('workload', 'disable', 'shop')).toMatchObject({ code: 2 });
    expect((await run('workload', 'disable', 'shop', '--yes')).stderr).toBe('shop is disabled.\n');
    expect((await run('workload', 'enable', 'shop')).stderr).toBe('shop is enabled.\n');
    expect((await run('workload', 'delete', 'shop', '--yes')).stderr).toBe('shop is deleted.\n');
    expect((await run('workload', 'show', 'shop')).code).toBe(5);
  });

  it('a request is rejected, and the requester reads the reason', async () => {
    const id = await read();
    const { token } = world.approver;
    expect((await as(token, 'reject', id)).code).toBe(2);
    expect(await as(token, 'reject', id, '--reason', 'not now')).toMatchObject({
      code: 0,
      stderr: 'Rejected.\n',
    });
    const shown = await as(world.developer.token, 'request', 'show', id);
    expect(shown.stdout).toMatch(/rejected/);
    expect(await as(world.developer.token, 'wait', id)).toMatchObject({ code: 7 });
  });

  it('an ambiguous prefix lists the requests, and decides nothing', async () => {
    // The first eight characters are 65 s, so of three ids made at once two share them.
    const ids = [await read(), await read(), await read()];
    const prefix = ids[1]!.slice(0, 8);
    const alike = ids.filter((id) => id.startsWith(prefix));
    expect(alike.length).toBeGreaterThan(1);
    const { code, stderr } = await as(world.approver.token, 'approve', prefix);
    expect([code, stderr]).toEqual([
      5,
      expect.stringContaining(`${prefix} is the prefix of several request ids.\n`),
    ]);
    for (const id of alike) expect(stderr).toContain(`  ${id}\n`);
    expect(await count('approvals')).toBe(await count(`approvals WHERE decision = 'reject'`));
  });

  it('profiles are listed, and one is selected', async () => {
    for (const name of ['one', 'two'])
      expect(await line.signIn('developer@example.test', PASSWORD, ['--profile', name])).toMatchObject({
        code: 0,
      });
    expect(await line.run(['profile', 'use', 'one'])).toMatchObject({ code: 0 });
    expect((await line.run(['profile', 'list'])).stdout).toMatch(/^one \* +http/m);
    expect(await line.run(['whoami'])).toMatchObject({ code: 0 });
    expect(await line.run(['logout'])).toMatchObject({ code: 0 });
    expect(await line.run(['whoami'])).toMatchObject({ code: 3 });
    const other = { env: { COUNTERSIGN_PROFILE: 'two' } };
    expect(await line.run(['whoami'], other)).toMatchObject({ code: 0 });
  });

  it.each([
    [['connection', 'show', 'main-vault'], /vault/],
    [['workflow', 'list'], /NAME/],
    [['workflow', 'show', 'default'], /./],
    [['policy', 'list'], /./],
    [['policy', 'show', 'none'], null],
    [['project', 'list'], /payments/],
    [['role', 'show', 'developer'], /secret\.request/],
    [['grant', 'show', 'none'], null],
    [['secret', 'show', 'none'], null],
    [['secret', 'who-saw', 'none'], null],
    [['agent', 'list'], /./],
    [['version'], /./],
  ])('%j lists what exists, or exits with 5', async (args, expected) => {
    const { code, stdout, stderr } = await run(...args);
    expect([args, code, stderr]).toEqual([args, expected ? 0 : 5, expect.anything()]);
    if (expected) expect(stdout + stderr).toMatch(expected);
  });

  describe('prompts on a terminal before it removes something:', () => {
    beforeAll(async () => {
      const { api } = world.admin;
      await dataOf(
        api.POST('/api/v1/agents', { body: { name: 'east-1', scope: { cluster: 'main' } } as any }),
      );
      const endpoint = { name: 'argo', cluster_name: 'main', base_url: 'https://argo.example' };
      await dataOf(api.POST('/api/v1/argocd-endpoints', { body: endpoint }));
      await world.person('leaver', 'developer');
      const issuer = ['--issuer', 'https://ci.example.com', '--audience', 'c', '--claim', 'sub=x'];
      for (const name of ['job', 'other-job'])
        await run('workload', 'create', name, ...issuer, '--role', 'developer', '-p', 'payments');
    });

    it.each([
      [['agent', 'revoke', 'east-1'], 'Revoke '],
      [['connection', 'unbind', 'main-vault', '-p', 'payments'], 'Unbind main-vault from '],
      [['gitops', 'remove', 'argo'], 'Delete argo with its mappings'],
      [['user', 'cut-off', 'leaver@example.test'], 'Cut off '],
      [['workload', 'disable', 'job'], 'Disable job'],
      [['workload', 'delete', 'other-job'], 'Delete other-job?'],
      [['profile', 'remove', 'two'], 'Forget two '],
    ])('%j', async (args, question) => {
      const events = () => count(`audit_events WHERE status = 'success'`);
      const answered = async (keys: string): Promise<{ code: number; screen: string }> => {
        const terminal = (args[0] === 'profile' ? line : admin).onTerminal(args);
        await terminal.shows('[y/N]');
        terminal.type(keys);
        return { code: await terminal.code, screen: terminal.screen };
      };
      const before = await events();
      for (const [keys, code] of [
        ['n\r', 2],
        ['\r', 2],
        ['\u0003', 130],
      ] as const) {
        const { code: ended, screen } = await answered(keys);
        expect([ended, screen]).toEqual([code, expect.stringContaining(question)]);
      }
      expect(await events()).toBe(before);
      expect((await answered('y\r')).code).toBe(0);
      if (args[0] !== 'profile') expect(await events()).toBeGreaterThan(before);
      else expect((await line.run(['profile', 'list'])).stdout).not.toMatch(/^two /m);
    });
  });
});
