import { randomBytes } from 'node:crypto';
import { createKeyService } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';
import {
  insertExecutedReads,
  insertPeople,
  type StoredPerson,
} from '../../libs/requests/src/testing/executed-reads.js';
import { findOrInstallPgBouncer, type PgBouncer, startPgBouncer } from '../../tools/pgbouncer.js';
import { processCpuMs } from '../support/cpu.js';
import { insertPlace } from '../support/place.js';
import { startBenchServers } from '../support/bench-servers.js';
import type { Call } from '../support/http-load.js';
import { columnsOf, type MeasuredFigures, measuredLoad } from '../support/measured-load.js';
import { median, ratioOf } from '../support/ratio.js';
import { report, type Row } from '../support/report.js';
import { startApi } from '../support/start-api.js';
import { type RunningProcess, startProcess } from '../support/start-process.js';
import { noteVersion } from '../support/versions.js';

const CLIENTS = 32;
const ROUNDS = Number(process.env.ROUNDS ?? '5');
const CALLS = Number(process.env.CALLS ?? '3000');
const REQUESTS_EACH = 20;
/** A page of a list that names no limit. */
const PAGE = 100;
const STEP_UP_SECONDS = 900;

interface Route {
  readonly name: string;
  /** Who calls it; absent: a developer of everything. */
  readonly scoped?: boolean;
  /** Ours, below /api/v1. */
  path(person: StoredPerson): string;
  /** The peers': the statement's path, with its parameters in their order. */
  bare(person: StoredPerson): string;
}

const ROUTES: readonly Route[] = [
  {
    name: 'GET /users/me',
    path: () => '/users/me',
    bare: ({ sessionId }) => `/users/me?a=${sessionId}&b=${STEP_UP_SECONDS}`,
  },
  {
    name: 'GET /requests, all',
    path: () => '/requests',
    bare: () => `/requests/all?a=${PAGE + 1}`,
  },
  {
    name: 'GET /requests, own',
    scoped: true,
    path: () => '/requests',
    bare: ({ userId }) => `/requests/own?a=${PAGE + 1}&b=${userId}`,
  },
  {
    name: 'GET /requests?requester_id=self',
    path: ({ userId }) => `/requests?requester_id=${userId}&limit=${REQUESTS_EACH}`,
    bare: ({ userId }) => `/requests/own?a=${REQUESTS_EACH + 1}&b=${userId}`,
  },
];
const POOLED = 'countersign through PgBouncer';
/** Connections of a process, and of the pooler to Postgres. */
const POOL_SIZE = '20';
type Server = keyof typeof running;

const masterKey = randomBytes(32);
const servers = await startBenchServers();
const { everywhere, scoped } = await seed();
const DATABASE_URL = servers.databaseUrl;
const settings = { SVC_WRAP_MASTER_KEY: masterKey.toString('base64') };
const program = await findOrInstallPgBouncer();
const pooler = program
  ? await startPgBouncer(program, [DATABASE_URL], { default_pool_size: POOL_SIZE })
  : null;
const running = {
  countersign: await startApi(servers, settings),
  ...(pooler ? { [POOLED]: await startPooledApi(pooler) } : {}),
  'bare NestJS route': await startProcess('dist/bench/http/bare-route.js', { DATABASE_URL }),
  'bare NestJS route, plans kept': await startProcess('dist/bench/http/bare-route.js', {
    ...{ DATABASE_URL, KEEP_PLANS: '1' },
  }),
  'plain node:http': await startProcess('dist/bench/http/plain-http.js', { DATABASE_URL }),
};
const SERVERS = Object.keys(running) as Server[];
const measured = new Map<string, MeasuredFigures[]>();
/** CPU of PgBouncer in ms for each call. */
const poolerMs: number[] = [];
for (let round = 0; round <= ROUNDS; round += 1) await runRound(round === 0);
for (const each of Object.values(running)) await each.stop();
await pooler?.stop();
await servers.stop();
await finish();

/** People with requests of their own, half of them developers of one project only. */
async function seed(): Promise<Record<'everywhere' | 'scoped', readonly StoredPerson[]>> {
  const key = SecretBytes.from(masterKey);
  const keys = createKeyService({ backend: 'local', masterKey: key, previousMasterKeys: [] });
  const place = await insertPlace(servers.pool);
  const inserted = await insertPeople(servers.pool, 2 * CLIENTS, 'developer');
  const ofOneProject = inserted.slice(CLIENTS);
  await servers.pool.query('UPDATE user_roles SET project_id = $1 WHERE user_id = ANY ($2::uuid[])', [
    place.projectId,
    ofOneProject.map(({ userId }) => userId),
  ]);
  const requesters = inserted.flatMap((person) => Array.from({ length: REQUESTS_EACH }, () => person));
  await insertExecutedReads(servers.pool, keys, place, requesters, () => [randomBytes(32)]);
  await servers.pool.query('VACUUM ANALYZE');
  return { everywhere: inserted.slice(0, CLIENTS), scoped: ofOneProject };
}

function startPooledApi({ urlOf, keepsStatements, version }: PgBouncer): Promise<RunningProcess> {
  noteVersion('PgBouncer', version);
  return startApi(
    { databaseUrl: urlOf(DATABASE_URL), redisUrl: servers.redisUrl },
    {
      ...settings,
      SVC_DATABASE_DIRECT_URL: DATABASE_URL,
      SVC_DATABASE_POOLER_PREPARED_STATEMENTS: String(keepsStatements),
    },
  );
}

/** Each server in turn, so that whatever disturbs the machine disturbs all of them. */
async function runRound(warmUp: boolean): Promise<void> {
  for (const route of ROUTES)
    for (const server of SERVERS) {
      const people = route.scoped ? scoped : everywhere;
      const calls = Array.from({ length: warmUp ? CALLS / 3 : CALLS }, (_, n) =>
        callOf(server, route, people[n % CLIENTS]!),
      );
      const before = pooler ? processCpuMs(pooler.pid) : 0;
      const figures = await measuredLoad(running[server]!, servers.postgresPid, CLIENTS, calls, 200);
      if (warmUp) continue;
      if (pooler && server === POOLED) poolerMs.push((processCpuMs(pooler.pid) - before) / calls.length);
      measured.set(keyOf(server, route), [...roundsOf(server, route), figures]);
    }
}

function callOf(server: Server, route: Route, person: StoredPerson): Call {
  const headers = { cookie: `svc_session=${person.cookie}` };
  const isOurs = server === 'countersign' || server === POOLED;
  const path = isOurs ? `/api/v1${route.path(person)}` : route.bare(person);
  return { method: 'GET', path, headers };
}

function keyOf(server: Server, route: Route): string {
  return `${route.name}, ${server}`;
}

function roundsOf(server: Server, route: Route): MeasuredFigures[] {
  return measured.get(keyOf(server, route)) ?? [];
}

function rates(server: Server, route: Route): number[] {
  return roundsOf(server, route).map((figures) => figures.perSecond);
}

async function finish(): Promise<void> {
  const rows = [...measured].map(([name, rounds]): Row => ({ name, ...columnsOf(rounds) }));
  const ratios = ROUTES.flatMap((route) => {
    const ours = rates('countersign', route);
    return [
      ratioOf(`${route.name} over a bare NestJS route`, null, ours, rates('bare NestJS route', route)),
      ratioOf(
        `${route.name} over a bare NestJS route, plans kept`,
        { atLeast: 0.75 },
        ours,
        rates('bare NestJS route, plans kept', route),
      ),
      ratioOf(`${route.name} over plain node:http`, null, ours, rates('plain node:http', route)),
      ...(pooler
        ? [ratioOf(`${route.name} through PgBouncer over without`, null, rates(POOLED, route), ours)]
        : []),
    ];
  });
  await report(
    'http',
    rows,
    [
      `${CLIENTS} clients, ${CALLS} calls a round; ours also authenticates. CPU of the server and of Postgres is in ms for each call.`,
      'The peers run the statement that ours runs once the caller is known, on a pool of the same 20 connections: as the driver sends it unless told otherwise, and named, so that Postgres keeps its plan, as ours does.',
      `All: a developer sees every request (audit.read), ${PAGE} of ${2 * CLIENTS * REQUESTS_EACH} on a page. Own: a developer of one project sees their own ${REQUESTS_EACH} without asking for them; the last asks for them.`,
      pooler
        ? `PgBouncer in transaction mode, ${pooler.keepsStatements ? 'prepared statements kept' : 'too old to keep prepared statements'}, used ${median(poolerMs).toFixed(2)} ms of CPU for each call.`
        : 'PgBouncer was not there, and could not be installed.',
    ],
    ratios,
  );
}
