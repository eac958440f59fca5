import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createKeyService } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';
import { createClient, dataOf } from '#client';
import { insertExecutedReads, insertPeople } from '../../libs/requests/src/testing/executed-reads.js';
import { startBenchServers } from '../support/bench-servers.js';
import { insertPlace } from '../support/place.js';
import { median, ratioOf } from '../support/ratio.js';
import { report } from '../support/report.js';
import { startApi } from '../support/start-api.js';

const ROUNDS = Number(process.env.ROUNDS ?? '7');
/** Starts of each in a round. */
const STARTS = 11;
const ROWS = 50;
const ADMIN = { email: 'admin@example.test', password: randomBytes(16).toString('hex') };

const masterKey = randomBytes(32);
const servers = await startBenchServers();
await seed();
const api = await startApi(servers, {
  SVC_WRAP_MASTER_KEY: masterKey.toString('base64'),
  SVC_BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
  SVC_BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
});
const home = mkdtempSync(join(tmpdir(), 'countersign-bench-'));
const client = createClient({ baseUrl: api.url });
const { token = '' } = await dataOf(client.POST('/api/v1/auth/login', { body: ADMIN }));
const [empty, fetching] = [join(home, 'empty.cjs'), join(home, 'fetch.mjs')];
writeFileSync(empty, '');
writeFileSync(
  fetching,
  `const headers = { authorization: 'Bearer ' + process.env.COUNTERSIGN_TOKEN };
const answer = await fetch(process.env.COUNTERSIGN_SERVER + '/api/v1/requests?limit=${ROWS}', { headers });
process.stdout.write(await answer.text());`,
);
const program = resolve('dist/apps/cli/main.cjs');
const CONTENDERS = {
  bare: { name: 'node, an empty file', args: [empty] },
  version: { name: 'countersign version', args: [program, 'version'] },
  fetch: { name: 'node, one fetch', args: [fetching] },
  list: {
    name: `countersign request list, ${ROWS} rows`,
    args: [program, 'request', 'list', '--limit', String(ROWS)],
  },
} as const;
type Contender = keyof typeof CONTENDERS;
const ALL = Object.keys(CONTENDERS) as Contender[];
const nothing = (): Record<Contender, number[]> => ({ bare: [], version: [], fetch: [], list: [] });
const rounds = nothing();
// The first round fills caches of files and of the service, and counts for nothing.
for (let round = 0; round <= ROUNDS; round += 1) {
  const taken = await startsInTurn();
  if (round > 0) for (const each of ALL) rounds[each].push(median(taken[each]));
}
await api.stop();
await servers.stop();
rmSync(home, { recursive: true, force: true });
await report(
  'cli',
  ALL.map((each) => ({ name: CONTENDERS[each].name, ms: median(rounds[each]).toFixed(0) })),
  [
    `From start to end of the process; each round is the median of ${STARTS} starts of each in turn.`,
    'One fetch is a program that asks for the same page of requests by the global fetch, and prints the answer as it is.',
  ],
  [
    ratioOf(
      'countersign version, over node with an empty file',
      { atMost: 1.5 },
      rounds.version,
      rounds.bare,
    ),
    ratioOf('request list of 50 rows, over node with one fetch', { atMost: 3 }, rounds.list, rounds.fetch),
  ],
);

async function seed(): Promise<void> {
  const key = SecretBytes.from(masterKey);
  const keys = createKeyService({ backend: 'local', masterKey: key, previousMasterKeys: [] });
  const place = await insertPlace(servers.pool);
  const people = await insertPeople(servers.pool, ROWS, 'developer');
  await insertExecutedReads(servers.pool, keys, place, people, () => [randomBytes(32)]);
}

async function startsInTurn(): Promise<Record<Contender, number[]>> {
  const taken = nothing();
  for (let start = 0; start < STARTS; start += 1)
    for (const each of ALL) taken[each].push(await millisecondsOf(CONTENDERS[each].args));
  return taken;
}

/** @throws Error where it ended with anything but 0, or printed less than the rows that it was to print */
async function millisecondsOf(args: readonly string[]): Promise<number> {
  const began = process.hrtime.bigint();
  const env = { PATH: process.env.PATH, HOME: home, COUNTERSIGN_SERVER: api.url, COUNTERSIGN_TOKEN: token };
  const child = spawn(process.execPath, [...args], { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  const ms = Number(process.hrtime.bigint() - began) / 1e6;
  const lines = printed.split('\n').length;
  if (code !== 0 || (args.includes('list') && lines < ROWS))
    throw new Error(`${args.join(' ')} ended with ${String(code)}, with ${lines} lines`);
  return ms;
}
