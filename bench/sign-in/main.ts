import { randomInt } from 'node:crypto';
import bcrypt from 'bcrypt';
import { newId } from '#libs/core';
import { type BenchServers, startBenchServers } from '../support/bench-servers.js';
import { median, type Ratio } from '../support/ratio.js';
import { report } from '../support/report.js';
import { startApi } from '../support/start-api.js';

/** Tries of each kind; the figure for docs/security.md is made with 1,000. */
const TRIES = Number(process.env.TRIES ?? '1000');
const COST = 12;
const ROUNDS = 5;

/** Ways to fail that must look alike, each with the account it is tried on. */
const KINDS = {
  unknown: 'nobody@example.test',
  wrong: 'wrong@example.test',
  locked: 'locked@example.test',
  disabled: 'disabled@example.test',
} as const;
type Kind = keyof typeof KINDS;

async function seed(servers: BenchServers): Promise<void> {
  const hash = await bcrypt.hash('the right password', COST);
  for (const kind of ['wrong', 'locked', 'disabled'] as const) {
    const id = newId();
    await servers.pool.query(
      `INSERT INTO users (id, email, email_key, kind, disabled) VALUES ($1, $2, $2, 'local', $3)`,
      [id, KINDS[kind], kind === 'disabled'],
    );
    const until = kind === 'locked' ? 'infinity' : null;
    await servers.pool.query(
      'INSERT INTO local_credentials (user_id, password_hash, locked_until) VALUES ($1, $2, $3)',
      [id, hash, until],
    );
  }
}

/** One refused sign-in from an address of its own; gives milliseconds. */
async function refusedSignIn(url: string, email: string): Promise<number> {
  const started = process.hrtime.bigint();
  const response = await fetch(`${url}/api/v1/auth/login`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    },
    body: JSON.stringify({ email, password: 'a wrong password' }),
  });
  await response.arrayBuffer();
  if (response.status !== 401) throw new Error(`a refused sign-in gave ${response.status}`);
  return Number(process.hrtime.bigint() - started) / 1e6;
}

const servers = await startBenchServers();
await seed(servers);
const api = await startApi(servers, { SVC_TRUST_PROXY: '127.0.0.0/8' });
const times: Record<Kind, number[]> = { unknown: [], wrong: [], locked: [], disabled: [] };
for (let n = 0; n < TRIES; n += 1) {
  // One of each in turn, so that whatever else the machine does falls on all alike.
  for (const kind of Object.keys(KINDS) as Kind[])
    times[kind].push(await refusedSignIn(api.url, KINDS[kind]));
  // A wrong password never becomes a lock here: the count starts over.
  await servers.pool.query(`UPDATE local_credentials SET failed_login_count = 0 WHERE locked_until IS NULL`);
}
await api.stop();
await servers.stop();

const others = (Object.keys(KINDS) as Kind[]).filter((kind) => kind !== 'unknown');
await report(
  'sign-in',
  (Object.keys(KINDS) as Kind[]).map((kind) => ({ name: kind, median_ms: median(times[kind]).toFixed(2) })),
  [`${TRIES} refused sign-ins of each kind, one after the other, as ${ROUNDS} rounds; bcrypt cost ${COST}.`],
  others.map(awayFromUnknown),
);

/** How far the median lies from that of an unknown account, as a share of it, in each round. */
function awayFromUnknown(kind: Kind): Ratio {
  const rounds = Array.from({ length: ROUNDS }, (_, round) => {
    const of = (each: Kind): number =>
      median(times[each].slice((round * TRIES) / ROUNDS, ((round + 1) * TRIES) / ROUNDS));
    return Math.abs(of(kind) / of('unknown') - 1);
  });
  return { name: `${kind}: median away from unknown, share`, goal: { atMost: 0.05 }, rounds };
}
