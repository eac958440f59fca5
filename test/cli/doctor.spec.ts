import { chmodSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { VERSION } from '../../apps/cli/src/version.js';
import { canary } from '../support/canary.js';
import { leaksIn } from '../support/canary-scan.js';
import { CommandLine } from './command-line.js';
import { type JsonService, sendJson, signedIn, startService } from './json-service.js';
import { KeychainTool } from './keychain-tool.js';
import { TestAuthority } from './test-authority.js';

const TOKEN = canary('token');
const LATER = '2099-01-01T00:00:00Z';
/** The environment without a keychain. */
const WITHOUT = { PATH: '/no/such/folder' };
const PHONE = { kind: 'totp', label: 'phone' };

/** What the service says. */
interface Said {
  version?: string;
  factors: object[];
  health: number;
  meta: number;
  me: number;
  /** How many seconds its clock is ahead; null: it does not tell the time. */
  ahead: number | null;
}
let said: Said;
const [MAJOR, MINOR] = VERSION.split('.').map(Number) as [number, number];
const [PATCHED, NEXT] = [`${MAJOR}.${MINOR}.99`, `${MAJOR}.${MINOR + 1}.0`];

function answer({ url = '' }: { url?: string }, response: ServerResponse): void {
  if (said.ahead === null) response.sendDate = false;
  else response.setHeader('date', new Date(Date.now() + said.ahead * 1000).toUTCString());
  const session = { expires_at: LATER, idle_expires_at: LATER };
  const answers: Record<string, [number, unknown]> = {
    '/healthz': [said.health, {}],
    '/api/v1/meta': [
      said.meta,
      said.meta === 200 ? { version: said.version } : { error_code: 'internal_error' },
    ],
    '/api/v1/users/me': [
      said.me,
      { email: 'ada@example.test', kind: 'local', session, mfa: { fresh_until: null } },
    ],
    '/api/v1/users/me/mfa/factors': [200, said.factors],
    '/api/v1/auth/login': [200, signedIn(TOKEN)],
  };
  const [status, body] = answers[url] ?? [404, {}];
  sendJson(response, body, status);
}

describe('the doctor', () => {
  let authority: TestAuthority;
  let service: JsonService;
  let line: CommandLine;

  beforeAll(async () => {
    authority = new TestAuthority();
    service = await startService(answer);
  });
  beforeEach(() => {
    said = { version: VERSION, factors: [PHONE, PHONE], health: 200, meta: 200, me: 200, ahead: 0 };
    line = new CommandLine(service.url);
  });
  afterEach(() => line.remove());
  afterAll(() => {
    service?.stop();
    authority?.remove();
  });

  /** Runs it. @returns its exit code, and what it found by check */
  async function examine(args: string[] = [], env: Record<string, string> = { COUNTERSIGN_TOKEN: TOKEN }) {
    const { code, stdout, stderr } = await line.run(['doctor', '--json', ...args], { env });
    expect([stderr, leaksIn('doctor', stdout)]).toEqual(['', []]);
    const found = JSON.parse(stdout) as { check: string; state: string; detail: string }[];
    return {
      code,
      found: Object.fromEntries(found.map(({ check, state, detail }) => [check, [state, detail]])),
    };
  }

  const HEALTHY = {
    clock: 'ok',
    version: 'ok',
    service: 'ok',
    session: 'ok',
    factors: 'ok',
    certificate: 'ok',
  };

  it('finds nothing wrong with a service that is as it should be', async () => {
    const { code, found } = await examine();
    const states = Object.fromEntries(Object.entries(found).map(([check, [state]]) => [check, state]));
    expect([code, states]).toEqual([0, expect.objectContaining(HEALTHY)]);
  });

  const SAID: [string, Partial<Said>, string, string, RegExp, number][] = [
    [
      'a clock that is behind',
      { ahead: 60 },
      'clock',
      'fail',
      /^(59|60|61) s behind the service: codes of /,
      1,
    ],
    [
      'a clock that is ahead',
      { ahead: -60 },
      'clock',
      'fail',
      /^(59|60|61) s ahead of the service: codes of /,
      1,
    ],
    [
      'a clock that is a little off',
      { ahead: 20 },
      'clock',
      'ok',
      /^(19|20|21) s from that of the service$/,
      0,
    ],
    ['no clock', { ahead: null }, 'clock', 'warn', /^the service does not say what time it is$/, 0],
    [
      'a later patch',
      { version: PATCHED },
      'version',
      'ok',
      RegExp(`^${VERSION}; the service ${PATCHED}$`),
      0,
    ],
    [
      ...(['another release', { version: NEXT }, 'version', 'warn'] as const),
      RegExp(`^${VERSION}, but the service is ${NEXT}: commands may be missing on either side$`),
      0,
    ],
    ['no version', { version: undefined }, 'version', 'ok', /the service does not tell its own$/, 0],
    ['a fault in its place', { meta: 500 }, 'version', 'warn', /the service does not tell its own: ./, 0],
    ['a service that is not ready', { health: 503 }, 'service', 'fail', /answered 503 in \d+ ms$/, 1],
    ['a session that is over', { me: 401 }, 'session', 'fail', /^it has ended: countersign login$/, 1],
    [
      'no factor',
      { factors: [] },
      'factors',
      'warn',
      /^none enrolled: nothing can be revealed or decided$/,
      0,
    ],
    [
      'one factor',
      { factors: [PHONE] },
      'factors',
      'warn',
      /^phone \(totp\) alone: enroll another before/,
      0,
    ],
  ];
  it.each(SAID)('finds %s', async (_, change, check, state, detail, exit) => {
    said = { ...said, ...change };
    const { code, found } = await examine();
    expect([found[check], code]).toEqual([[state, expect.stringMatching(detail)], exit]);
  });

  it('says that only those who are signed in learn the version, and that nobody is', async () => {
    const { code, found } = await examine([], {});
    expect(found.version).toEqual(['ok', expect.stringMatching(/tells its own only to signed-in users$/)]);
    expect([found.session, code]).toEqual([['warn', expect.stringContaining('Nobody is signed in')], 0]);
    expect(found.token).toEqual(['ok', 'not kept here']);
  });

  describe('of a service with https', () => {
    const CERTIFICATES: [string, string, number, string, RegExp, number][] = [
      ['that is good', 'IP:127.0.0.1', 90, 'ok', /^90 days left, issued by Test authority$/, 0],
      ['that soon expires', 'IP:127.0.0.1', 20, 'warn', /^20 days left, issued by Test authority$/, 0],
      ['that has expired', 'IP:127.0.0.1', -2, 'fail', /^certificate has expired$/, 1],
      ['of another name', 'DNS:other.test', 90, 'fail', /does not match certificate's altnames/, 1],
    ];
    it.each(CERTIFICATES)('finds a certificate %s', async (_, names, days, state, detail, exit) => {
      const secure = await startService(answer, authority.certify(names, days));
      const { code, found } = await examine(['--server', secure.url, '--ca-file', authority.caFile]);
      secure.stop();
      expect([found.certificate, code]).toEqual([[state, expect.stringMatching(detail)], exit]);
      if (exit !== 0) expect(found.service).toEqual(['fail', expect.stringContaining("can't be reached: ")]);
    });

    it('finds a certificate of an unknown authority, and none behind a proxy, unless NO_PROXY names the host', async () => {
      const secure = await startService(answer, authority.certify('IP:127.0.0.1', 90));
      const unknown = await examine(['--server', secure.url]);
      expect(unknown).toMatchObject({
        code: 1,
        found: { certificate: ['fail', expect.stringMatching(/^unable to verify/)] },
      });
      const args = ['--server', secure.url, '--ca-file', authority.caFile];
      const env = { COUNTERSIGN_TOKEN: TOKEN, HTTPS_PROXY: 'http://127.0.0.1:9' };
      const proxied = await examine(args, env);
      expect(proxied).toMatchObject({
        code: 1,
        found: { certificate: ['ok', 'not checked: behind a proxy'] },
      });
      const direct = await examine(args, { ...env, NO_PROXY: '127.0.0.1' });
      secure.stop();
      expect(direct).toMatchObject({
        code: 0,
        found: { certificate: ['ok', '90 days left, issued by Test authority'] },
      });
      expect(direct.found.proxy).toEqual(['ok', 'HTTPS_PROXY=http://127.0.0.1:9, NO_PROXY=127.0.0.1']);
    });

    it('finds a port without https', async () => {
      const url = service.url.replace('http:', 'https:');
      const { code, found } = await examine(['--server', url]);
      expect([code, found.service]).toEqual([1, ['fail', expect.stringContaining('does not speak https')]]);
      expect(found.certificate![0]).toBe('fail');
    });
  });

  describe('of a token', () => {
    const login = (env: Record<string, string>) => line.signIn('ada@example.test', 'x', [], env);

    it('finds it in the environment, and in a file that its owner alone may read', async () => {
      expect((await examine()).found.token).toEqual([
        'warn',
        expect.stringMatching(/^in COUNTERSIGN_TOKEN: every/),
      ]);
      const file = join(line.home, 'token');
      writeFileSync(file, TOKEN, { mode: 0o600 });
      const { code, found } = await examine([], { COUNTERSIGN_TOKEN_FILE: file });
      expect([code, found.token]).toEqual([0, ['ok', `in ${file}, mode 0600`]]);
    });

    it.each(['0640', '0604', '0620'])('finds a file of mode %s, which is not used', async (mode) => {
      expect(await login(WITHOUT)).toMatchObject({ code: 0 });
      const kept = join(line.home, '.local/state/countersign/default.json');
      const given = join(line.home, 'token');
      writeFileSync(given, TOKEN);
      for (const [file, args] of [
        [kept, []],
        [given, ['--token-file', given]],
      ] as const) {
        chmodSync(file, Number.parseInt(mode, 8));
        const { code, found } = await examine([...args], {});
        expect([code, found.token]).toEqual([
          1,
          ['fail', `in ${file}, mode ${mode}: others may read it, so it is not used`],
        ]);
        expect(found.session).toEqual(['fail', expect.stringContaining(`Others may read ${file}`)]);
      }
    });

    it('finds that a file is missing', async () => {
      const { code, found } = await examine(['--token-file', '/no/such/file'], {});
      expect([code, found.token]).toEqual([1, ['warn', 'not in /no/such/file']]);
      expect(found.session).toEqual(['fail', 'There is no token in /no/such/file.']);
    });

    it('tells whether the keychain works, and that a token is lost without it', async () => {
      expect((await examine([], WITHOUT)).found.keychain).toEqual([
        'ok',
        'not available: tokens are kept in files',
      ]);
      const keychain = new KeychainTool(line.home);
      expect(await login(keychain.env)).toMatchObject({ code: 0 });
      const kept = await examine([], keychain.env);
      expect(kept).toMatchObject({
        code: 0,
        found: {
          keychain: ['ok', 'available'],
          token: ['ok', 'in the keychain'],
          session: ['ok', expect.anything()],
        },
      });
      expect(keychain.names).toEqual(['default']);
      const lost = await examine([], WITHOUT);
      const why = 'not available, but the token is stored in it';
      expect([lost.code, lost.found.keychain]).toEqual([1, ['fail', why]]);
    });
  });

  it('ends with 9 if the served console is not that of the release', async () => {
    const { code, found } = await examine(['--console']);
    expect([code, found.console]).toEqual([
      9,
      [
        'fail',
        expect.stringMatching(/^not that of \S+: (\d+) of \1 files differ or are missing \(.*index\.html/),
      ],
    ]);
    said.health = 503;
    expect((await examine(['--console'])).code).toBe(9);
  });
});
