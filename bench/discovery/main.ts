import { startBenchServers } from '../support/bench-servers.js';
import { cpuColumns } from '../support/measured-load.js';
import { median, type Ratio, ratioOf } from '../support/ratio.js';
import { report, type Row } from '../support/report.js';
import { startApi } from '../support/start-api.js';
import { bulkRound, type BulkRate, type BulkRates } from './bulk-rounds.js';
import { FILTERS, fillCatalogue, queryTime } from './catalogues.js';
import { foundSecrets } from './found-secrets.js';

const ROUNDS = Number(process.env.ROUNDS ?? '5');
const SECRETS = 100_000;
const [SMALL, LARGE] = [10_000, 1_000_000];
const QUERIES = 40;

const servers = await startBenchServers();
const bulk = await measureBulk();
const catalogue = await measureCatalogue();
await servers.stop();
await report(
  'discovery',
  [...bulk.rows, ...catalogue.rows],
  [
    `${SECRETS} secrets in pages of 1,000, two under way as the agent sends them, into empty tables; COPY into (LIKE secrets INCLUDING ALL), that is without foreign keys, and without the labels' index, which is a table kept by a trigger; beside it the same COPY with that index. CPU is in ms for each page, of the api and of Postgres.`,
    `Catalogue: the median of ${QUERIES} first pages of 100 secrets and of the pages after them, the statement alone, no HTTP.`,
  ],
  [...bulk.ratios, ...catalogue.ratios],
);

interface Measured {
  readonly rows: Row[];
  readonly ratios: Ratio[];
}

async function measureBulk(): Promise<Measured> {
  const api = await startApi(servers);
  const secrets = foundSecrets(SECRETS);
  const rates: BulkRates = { firstRun: [], unchangedRun: [], copy: [], copyWithLabels: [] };
  await bulkRound(api, servers, secrets.slice(0, SECRETS / 10), null);
  for (let round = 0; round < ROUNDS; round += 1) await bulkRound(api, servers, secrets, rates);
  await api.stop();
  const perSecond = (of: readonly BulkRate[]): number[] => of.map((round) => round.secretsPerSecond);
  const [firstRun, unchangedRun] = [perSecond(rates.firstRun), perSecond(rates.unchangedRun)];
  return {
    rows: [
      rateRow('first run', rates.firstRun),
      rateRow('unchanged second run', rates.unchangedRun),
      rateRow('COPY', rates.copy),
      rateRow('COPY, labels searchable', rates.copyWithLabels),
    ],
    ratios: [
      ratioOf('first run over COPY', { atLeast: 0.3 }, firstRun, perSecond(rates.copy)),
      ratioOf('first run over COPY with labels searchable', null, firstRun, perSecond(rates.copyWithLabels)),
      ratioOf('unchanged run over the first run', { atLeast: 1 }, unchangedRun, firstRun),
    ],
  };
}

function rateRow(name: string, rounds: readonly BulkRate[]): Row {
  const rates = rounds.map((round) => round.secretsPerSecond);
  const [min, mid, max] = [Math.min(...rates), median(rates), Math.max(...rates)].map(Math.round);
  const cpu = cpuColumns(rounds.map((round) => round.cpu));
  return { name, unit: 'secrets/s', min: min!, median: mid!, max: max!, ...cpu };
}

/** The two catalogues in turn for each filter, so that whatever disturbs the machine disturbs both. */
async function measureCatalogue(): Promise<Measured> {
  const small = await fillCatalogue(servers, 'small', SMALL);
  const large = await fillCatalogue(servers, 'large', LARGE);
  const measured: Measured = { rows: [], ratios: [] };
  for (const [name, filterOf] of Object.entries(FILTERS)) {
    const times = { small: [] as number[], large: [] as number[] };
    for (let round = 0; round <= ROUNDS; round += 1) {
      const [few, many] = [
        await queryTime(small, filterOf, QUERIES),
        await queryTime(large, filterOf, QUERIES),
      ];
      if (round > 0) times.small.push(few);
      if (round > 0) times.large.push(many);
    }
    measured.rows.push(timeRow(`${name}, ${SMALL}`, times.small), timeRow(`${name}, ${LARGE}`, times.large));
    measured.ratios.push(ratioOf(`catalogue by ${name}`, { atMost: 2 }, times.large, times.small));
  }
  await small.close();
  await large.close();
  return measured;
}

function timeRow(name: string, times: readonly number[]): Row {
  const [min, mid, max] = [Math.min(...times), median(times), Math.max(...times)].map((ms) => ms.toFixed(2));
  return { name, unit: 'ms', min: min!, median: mid!, max: max! };
}
