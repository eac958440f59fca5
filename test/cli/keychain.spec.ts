import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { canary } from '../support/canary.js';
import { leaksIn } from '../support/canary-scan.js';
import { CommandLine } from './command-line.js';
import { type JsonService, signedIn, startJsonService } from './json-service.js';
import { KeychainTool } from './keychain-tool.js';

const TOKEN = canary('token');
const WITHOUT = { PATH: '/no/such/folder' };

describe('a token', () => {
  let service: JsonService;
  let line: CommandLine;
  /** Calls as `POST /path`, with the token. */
  let calls: string[];

  beforeAll(async () => {
    service = await startJsonService(({ method, url, headers }) => {
      calls.push(`${method} ${url} ${headers.authorization}`);
      return signedIn(TOKEN);
    });
  });
  beforeEach(() => {
    calls = [];
    line = new CommandLine(service.url);
  });
  afterEach(() => line.remove());
  afterAll(() => service?.stop());

  const login = (env: Record<string, string>, ...more: string[]) =>
    line.signIn('ada@example.test', 'x', more, env);
  const state = () => readFileSync(join(line.home, '.local/state/countersign/default.json'), 'utf8');

  it.each([[[]], [['--store', 'keychain']]])('is in the keychain and in no file: %j', async (more) => {
    const keychain = new KeychainTool(line.home);
    expect(await login(keychain.env, ...more)).toMatchObject({ code: 0, stdout: '' });
    expect([keychain.names, leaksIn('file', state())]).toEqual([['default'], []]);
    expect(await line.run(['api', 'GET', '/x'], { env: keychain.env })).toMatchObject({ code: 0 });
    expect(await line.run(['logout'], { env: keychain.env })).toMatchObject({ code: 0 });
    expect(calls.slice(1)).toEqual([
      `GET /api/v1/x Bearer ${TOKEN}`,
      `POST /api/v1/auth/logout Bearer ${TOKEN}`,
    ]);
    expect(keychain.names).toEqual([]);
  });

  it('is in a file without a keychain, which is said', async () => {
    const { code, stderr } = await login(WITHOUT);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('No keychain is available: the token is in '),
    ]);
    expect(JSON.parse(state())).toMatchObject({ token: TOKEN });
  });

  it('is asked of nobody if the keychain that was chosen is missing or locked', async () => {
    const locked = new KeychainTool(line.home, 'exit 1');
    for (const env of [WITHOUT, locked.env])
      expect(await login(env, '--store', 'keychain')).toEqual({
        ...{ code: 2, stdout: '' },
        stderr: 'countersign: No keychain is available here. Choose another place: --store file.\n',
      });
    expect(calls).toEqual([]);
    expect(await line.run(['whoami'], { env: WITHOUT })).toMatchObject({ code: 3 });
  });

  it('is in a file where a keychain only stores, and no copy is left there', async () => {
    const stores = new KeychainTool(line.home, '[ "$1" != lookup ] || exit 1');
    expect(await login(stores.env)).toMatchObject({ code: 0 });
    expect([JSON.parse(state()).token, stores.names]).toEqual([TOKEN, []]);
    expect(await login(stores.env, '--store', 'keychain')).toMatchObject({ code: 2 });
    expect(stores.names).toEqual([]);
  });

  it('is not there for a command if the keychain is gone: 3', async () => {
    const keychain = new KeychainTool(line.home);
    expect(await login(keychain.env)).toMatchObject({ code: 0 });
    calls = [];
    const { code, stderr } = await line.run(['whoami'], { env: WITHOUT });
    expect([code, stderr, calls]).toEqual([3, expect.stringContaining('Nobody is signed in'), []]);
  });
});
