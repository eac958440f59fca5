import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.js';
import { checkSessions } from './check-sessions.js';

const PREFIX = 8;

/** Returns a StartupMessage without the given parameters: length, version, then names and values, each ended by NUL. */
function withoutParameters(startup: Buffer, dropped: readonly string[]): Buffer {
  const words = startup.subarray(PREFIX).toString().split('\0');
  const kept: string[] = [];
  for (let n = 0; words[n]; n += 2)
    if (!dropped.includes(words[n]!)) kept.push(`${words[n]}\0${words[n + 1]}\0`);
  const body = Buffer.from(`${kept.join('')}\0`);
  const prefix = Buffer.from(startup.subarray(0, PREFIX));
  prefix.writeInt32BE(PREFIX + body.length);
  return Buffer.concat([prefix, body]);
}

describe('checkSessions', () => {
  let test: TestDatabase;
  const open: Server[] = [];

  beforeAll(async () => {
    test = await createTestDatabase();
  });
  afterEach(() => {
    for (const server of open.splice(0)) server.close();
  });
  afterAll(() => test.drop());

  async function served(answer: (client: Socket, startup: Buffer) => void): Promise<string> {
    const server = createServer((client) => {
      client.on('error', () => undefined).once('data', (startup: Buffer) => answer(client, startup));
    }).listen(0, '127.0.0.1');
    open.push(server);
    await once(server, 'listening');
    const url = new URL(test.url);
    url.port = String((server.address() as AddressInfo).port);
    return url.href;
  }

  /** Returns the URL of a proxy that drops parameters of the StartupMessage, as a pooler's ignore_startup_parameters does. */
  function dropping(...parameters: string[]): Promise<string> {
    return served((client, startup) => {
      const server = connect(Number(new URL(test.url).port), '127.0.0.1').on('error', () => undefined);
      server.write(withoutParameters(startup, parameters));
      client.pipe(server).pipe(client);
    });
  }

  /** Returns the error under the strict profile, and the warnings and the error under standard. */
  async function outcome(databaseUrl: string, poolerPreparedStatements = false) {
    const warnings: string[] = [];
    const access = { databaseUrl, databaseDirectUrl: test.url, poolerPreparedStatements };
    const under = (securityProfile: 'strict' | 'standard'): Promise<string> =>
      checkSessions({ ...access, securityProfile }, (text) => void warnings.push(text)).then(
        () => 'boots',
        (error: { code: string; message: string }) => `${error.code}: ${error.message}`,
      );
    return { strict: await under('strict'), standard: await under('standard'), warnings };
  }

  it('passes when the limits apply without a pooler', async () => {
    expect(await outcome(test.url)).toEqual({ strict: 'boots', standard: 'boots', warnings: [] });
  });

  it.each([
    [['statement_timeout'], 'no statement_timeout'],
    [
      ['statement_timeout', 'idle_in_transaction_session_timeout'],
      'no idle_in_transaction_session_timeout and no statement_timeout',
    ],
  ])(
    'refuses to boot under strict when a pooler drops %j, and warns under standard',
    async (dropped, what) => {
      const fault = `sessions at DATABASE_URL have ${what}; see "A transaction pooler" in docs/scaling.md`;
      expect(await outcome(await dropping(...dropped))).toEqual({
        strict: `database_session: SVC_SECURITY_PROFILE=strict refuses to start: ${fault}.`,
        standard: 'boots',
        warnings: [fault],
      });
    },
  );

  it('passes when the role has the limits that the pooler drops, and fails when it has longer ones', async () => {
    const url = await dropping('statement_timeout', 'idle_in_transaction_session_timeout');
    const name = new URL(test.url).pathname.slice(1);
    const limit = (setting: string, value: string) =>
      test.database.query(`ALTER DATABASE ${name} SET ${setting} = '${value}'`);
    await limit('statement_timeout', '30s');
    await limit('idle_in_transaction_session_timeout', '10s');
    expect(await outcome(url)).toEqual({ strict: 'boots', standard: 'boots', warnings: [] });
    await limit('statement_timeout', '31s');
    expect((await outcome(url)).warnings).toEqual([expect.stringContaining('no statement_timeout;')]);
  });

  it('names the setting when the pooler rejects the startup parameters', async () => {
    const refusal = 'SFATAL\0VFATAL\0C08P01\0Munsupported startup parameter: statement_timeout\0\0';
    const length = Buffer.alloc(4);
    length.writeInt32BE(refusal.length + 4);
    const url = await served((client) =>
      client.end(Buffer.concat([Buffer.from('E'), length, Buffer.from(refusal)])),
    );
    const { strict, standard } = await outcome(url);
    expect(strict).toMatch(
      /^database_session: .*ignore_startup_parameters must list statement_timeout, idle_in/,
    );
    expect(standard).toBe(strict);
  });

  it('refuses to boot when the pooler is declared to keep prepared statements but does not', async () => {
    const { strict, standard } = await outcome(await dropping(), true);
    expect(strict).toContain('SVC_DATABASE_POOLER_PREPARED_STATEMENTS is true, but');
    expect(standard).toBe(strict);
  });
});
