import { type ClaimedJob, JobClaims, JobCompletion } from '#libs/jobs';
import type { Claimer } from '../../../jobs/src/job.js';
import { ConnectionReadModel, SecretReadModel, type SecretRow } from '#libs/providers';
import { type ProviderWorld, providerWorld } from '../../../providers/src/testing/provider-world.js';
import { DiscoveryReports } from '../discovery-reports.js';
import { DiscoveryService } from '../discovery.service.js';
import type { DiscoveredSecret } from '../domain/discovered-secret.js';

const actions = (world: ProviderWorld) => ({
  start: (id: string) => world.get(DiscoveryService).startNow(world.admin, id),
  connectionRow: (id: string) => world.get(ConnectionReadModel).get(id),
  claim: async (agent: Claimer) => (await world.get(JobClaims).claim(agent)) as ClaimedJob,
  complete: (agent: Claimer, job: { id: string }, error?: string) =>
    world.get(JobCompletion).complete(agent.agentId, job.id, {
      status: error === undefined ? 'succeeded' : 'failed',
      error,
    }),
  report: (agent: Claimer, jobId: string, secrets: DiscoveredSecret[]) =>
    world.get(DiscoveryReports).report(agent.agentId, jobId, secrets),
  secretsOf: async (id: string): Promise<SecretRow[]> => {
    const { rows } = await world.get(SecretReadModel).list({ labels: [] }, { limit: 1000, after: null });
    return rows.filter((row) => row.provider_connection_id === id);
  },
  /** Moves the start of the connection's last run into the past. */
  rewind: (id: string, seconds: number) =>
    world.db.database.query(
      `UPDATE provider_connections SET last_discover_started_at = last_discover_started_at - make_interval(secs => $2) WHERE id = $1`,
      [id, seconds],
    ),
});

export type DiscoveryWorld = ReturnType<typeof withRuns>;

/** Returns the providers module on a database of its own, with an agent's part of a discovery. */
export async function discoveryWorld(): Promise<DiscoveryWorld> {
  return withRuns(await providerWorld());
}

function withRuns(world: ProviderWorld) {
  const acts = actions(world);
  /** Starts a run on the connection, claimed by an agent of its own. */
  const running = async (id: string): Promise<{ agent: Claimer; job: ClaimedJob }> => {
    await acts.start(id);
    const agent = await world.agent(id);
    return { agent, job: await acts.claim(agent) };
  };
  /** Runs a whole discovery that reports these pages. */
  const run = async (id: string, ...pages: DiscoveredSecret[][]): Promise<void> => {
    const { agent, job } = await running(id);
    for (const page of pages) await acts.report(agent, job.id, page);
    await acts.complete(agent, job);
  };
  return { ...world, ...acts, running, run };
}

export const found = (ref: string, over: Partial<DiscoveredSecret> = {}): DiscoveredSecret => ({
  ref,
  keys: ['password'],
  labels: { env: 'dev' },
  version: '1',
  ...over,
});
