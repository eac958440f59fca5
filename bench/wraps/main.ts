import { randomBytes } from 'node:crypto';
import { createKeyService } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';
import {
  type ExecutedRead,
  insertPeople,
  type StoredPerson,
} from '../../libs/requests/src/testing/executed-reads.js';
import { type BenchServers, startBenchServers } from '../support/bench-servers.js';
import { startCountingProxy } from '../support/counting-proxy.js';
import { type Figures, medianRound } from '../support/figures.js';
import { type Call, httpLoad } from '../support/http-load.js';
import { cpuColumns, type MeasuredFigures, measuredLoad } from '../support/measured-load.js';
import { pgbench } from '../support/pgbench.js';
import { insertPlace } from '../support/place.js';
import { ratioOf } from '../support/ratio.js';
import { report, type Row } from '../support/report.js';
import { startApi } from '../support/start-api.js';
import { type RunningProcess, startProcess } from '../support/start-process.js';
import { insertNumberedWraps, numberedTake } from './numbered-wraps.js';
import { insertReads } from './seed.js';

const CLIENTS = 32;
const ROUNDS = Number(process.env.ROUNDS ?? '5');
/** A person may retrieve 20 wraps and open 20 sessions a minute. */
const EACH = 20;
const PEOPLE = Number(process.env.PEOPLE ?? '300');
const SUBMITS = Number(process.env.SUBMITS ?? '1000');
/** Agents hear of a new job after the commit, in a statement that no answer waits for. */
const NOTICE = 1;

const masterKey = randomBytes(32);
const keys = createKeyService({
  backend: 'local',
  masterKey: SecretBytes.from(masterKey),
  previousMasterKeys: [],
});

const servers = await startBenchServers();
const place = await insertPlace(servers.pool);
const api = await startApiThrough(servers.databaseUrl, servers);
const DATABASE_URL = servers.databaseUrl;
const bare = await startProcess('dist/bench/wraps/bare-route.js', { DATABASE_URL });
const kept = await startProcess('dist/bench/wraps/bare-route.js', { DATABASE_URL, KEEP_PLANS: '1' });

const retrieval = {
  ours: [] as MeasuredFigures[],
  bare: [] as MeasuredFigures[],
  kept: [] as MeasuredFigures[],
  pgbench: [] as (Figures | null)[],
};
await retrievalRound(0, true);
for (let round = 1; round <= ROUNDS; round += 1) await retrievalRound(round, false);
const submit = await submits();
const approve = await approvals();
const reveal = await reveals();
const statements = await countStatements();
await bare.stop();
await kept.stop();
await api.stop();
await finish();
await servers.stop();

/** Each peer in turn over fresh wraps, so that whatever disturbs the machine disturbs all of them. */
async function retrievalRound(round: number, warmUp: boolean): Promise<void> {
  const people = warmUp ? PEOPLE / 4 : PEOPLE;
  const reads = (): Promise<ExecutedRead[]> => insertReads(servers.pool, keys, place, people, EACH);
  const [first, second, third] = [await reads(), await reads(), await reads()];
  const perClient = Math.floor((people * EACH) / CLIENTS);
  // Ids of a round of their own: the round's first wrap is copied under other numbers.
  await servers.pool.query(`DELETE FROM wraps WHERE id::text LIKE '00000002-%'`);
  await servers.pool.query(`DELETE FROM access_requests WHERE id::text LIKE '00000001-%'`);
  await insertNumberedWraps(servers.pool, first[0]!, CLIENTS, perClient);
  await servers.pool.query('VACUUM ANALYZE');
  const ours = await measure(api, first.flatMap(retrievals), 200);
  const peer = await measure(bare, second.flatMap(bareCalls), 200);
  const keeping = await measure(kept, third.flatMap(bareCalls), 200);
  const base = await pgbench(servers.databaseUrl, CLIENTS, perClient, numberedTake(first[0]!));
  if (warmUp) return;
  retrieval.ours.push(ours);
  retrieval.bare.push(peer);
  retrieval.kept.push(keeping);
  retrieval.pgbench.push(base);
  const rates = [ours, peer, keeping, base].map((each) => each?.perSecond.toFixed(0) ?? 'absent');
  process.stdout.write(
    `round ${round}: retrieval ${rates[0]}/s, bare route ${rates[1]}/s, with plans kept ${rates[2]}/s, pgbench ${rates[3]}/s\n`,
  );
}

function measure(server: RunningProcess, calls: readonly Call[], expected: number): Promise<MeasuredFigures> {
  return measuredLoad(server, servers.postgresPid, CLIENTS, calls, expected);
}

function retrievals({ requester, requestId, wrapIds }: ExecutedRead): Call[] {
  return wrapIds.map((id) => as(requester, 'GET', `/requests/${requestId}/wraps/${id}`));
}

function bareCalls({ requester, requestId, wrapIds }: ExecutedRead): Call[] {
  const who = `${requester.userId}/${requester.sessionId}`;
  return wrapIds.map((id) => ({ method: 'GET', path: `/${requestId}/${id}/${who}`, headers: {} }));
}

async function submits(): Promise<MeasuredFigures> {
  const people = await insertPeople(servers.pool, CLIENTS, 'developer');
  const calls = Array.from({ length: SUBMITS }, (_, n) => submitCall(people[n % CLIENTS]!));
  return measure(api, calls, 201);
}

function submitCall(person: StoredPerson): Call {
  return as(person, 'POST', '/requests/read', {
    project_id: place.projectId,
    environment_id: place.environmentId,
    provider_connection_id: place.connectionId,
    secret_ref: 'apps/web',
    keys: ['user'],
  });
}

async function approvals(): Promise<MeasuredFigures> {
  const people = await insertPeople(servers.pool, CLIENTS, 'approver');
  const pending = await pendingIds();
  const calls = pending.map((id, n) => as(people[n % CLIENTS]!, 'POST', `/requests/${id}/approve`, {}));
  return measure(api, calls, 200);
}

async function pendingIds(): Promise<string[]> {
  const { rows } = await servers.pool.query<{ id: string }>(
    `SELECT id FROM access_requests WHERE status = 'pending' ORDER BY id`,
  );
  return rows.map((row) => row.id);
}

async function reveals(): Promise<MeasuredFigures> {
  const reads = await insertReads(servers.pool, keys, place, SUBMITS, 1);
  return measure(api, reads.map(openCall), 201);
}

function openCall({ requester, requestId }: ExecutedRead): Call {
  return as(requester, 'POST', '/reveal-sessions', { access_request_id: requestId });
}

/** One call of each kind through an api whose statements are counted, without the one that authenticates. */
async function countStatements(): Promise<Record<'retrieval' | 'submit' | 'approve' | 'reveal', number>> {
  const proxy = await startCountingProxy(servers.databaseUrl);
  const counted = await startApiThrough(proxy.url, servers);
  const [developer] = (await insertPeople(servers.pool, 1, 'developer')) as [StoredPerson];
  const [approver] = (await insertPeople(servers.pool, 1, 'approver')) as [StoredPerson];
  const reads = await insertReads(servers.pool, keys, place, 2, 1);
  const afterSignIn = async (call: Call, expected: number): Promise<number> => {
    await httpLoad(counted.url, 1, [call], expected);
    return proxy.take() - 1;
  };
  const approval = async (): Promise<Call> =>
    as(approver, 'POST', `/requests/${(await pendingIds())[0]}/approve`, {});
  // The first calls also connect, and load the policy rules.
  await afterSignIn(submitCall(developer), 201);
  await afterSignIn(await approval(), 200);
  await afterSignIn(retrievals(reads[1]!)[0]!, 200);
  const found = {
    retrieval: await afterSignIn(retrievals(reads[0]!)[0]!, 200).catch(() => Number.NaN),
    submit: await afterSignIn(submitCall(developer), 201),
    approve: (await afterSignIn(await approval(), 200)) - NOTICE,
    reveal: await afterSignIn(openCall((await insertReads(servers.pool, keys, place, 1, 1))[0]!), 201),
  };
  await counted.stop();
  await proxy.stop();
  return found;
}

function as(person: StoredPerson, method: Call['method'], path: string, body?: object): Call {
  const headers = { cookie: `svc_session=${person.cookie}` };
  return { method, path: `/api/v1${path}`, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
}

function startApiThrough(proxyUrl: string, { databaseUrl, redisUrl }: BenchServers): Promise<RunningProcess> {
  return startApi(
    { databaseUrl: proxyUrl, redisUrl },
    {
      SVC_LOG_LEVEL: 'info',
      SVC_DATABASE_DIRECT_URL: databaseUrl,
      SVC_WRAP_MASTER_KEY: masterKey.toString('base64'),
    },
  );
}

async function finish(): Promise<void> {
  const ours = medianRound(retrieval.ours);
  const peer = medianRound(retrieval.bare);
  const measured = retrieval.pgbench.filter((each) => each !== null);
  const base = measured.length > 0 ? medianRound(measured) : null;
  const row = (
    name: string,
    figures: Figures | MeasuredFigures,
    statementsAfterSignIn: number | null,
  ): Row => ({
    name,
    per_second: Math.round(figures.perSecond),
    p50_ms: figures.p50Ms.toFixed(2),
    p99_ms: figures.p99Ms.toFixed(2),
    ...('cpu' in figures ? cpuColumns([figures.cpu]) : {}),
    of_bare_route: (figures.perSecond / peer.perSecond).toFixed(2),
    statements: statementsAfterSignIn,
  });
  const rows = [
    row('retrieval', ours, statements.retrieval),
    row('bare NestJS route, same statement', peer, 1),
    row('bare NestJS route, same statement, plan kept', medianRound(retrieval.kept), 1),
    ...(base ? [row('pgbench, same statement', base, 1)] : []),
    row('submit (read)', submit, statements.submit),
    row(
      'approve (agents are told in one more, which the answer does not wait for)',
      approve,
      statements.approve,
    ),
    row('open reveal session', reveal, statements.reveal),
  ];
  const rates = (rounds: readonly Figures[]): number[] => rounds.map((round) => round.perSecond);
  const notes = [
    `${CLIENTS} clients; median of ${ROUNDS} rounds of ${PEOPLE * EACH} retrievals each; statements after authentication, which is one more. CPU of the server and of Postgres is in ms for each call.`,
    'Each peer runs the one statement that takes a wrap, the routes on a pool of the same 20 connections: as the driver sends it unless told otherwise, and named (pgbench: prepared), so that Postgres keeps its plan, as ours does.',
    ...(base ? [] : ['pgbench is not installed and could not be: that peer was left out.']),
  ];
  await report('wraps', rows, notes, [
    ratioOf(
      'retrieval over a bare NestJS route with the same statement',
      null,
      rates(retrieval.ours),
      rates(retrieval.bare),
    ),
    ratioOf(
      'retrieval over a bare NestJS route that keeps the plan',
      { atLeast: 0.75 },
      rates(retrieval.ours),
      rates(retrieval.kept),
    ),
  ]);
}
