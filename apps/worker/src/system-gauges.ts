import { FleetReadModel } from '#libs/agents';
import { JOB_KINDS, QueueReadModel } from '#libs/jobs';
import { observedGauge } from '#libs/metrics';
import type { Task } from '#libs/scheduler';
import { WORKER_TASKS } from './tasks.js';

const SEEN = ['fresh', 'stale', 'never'] as const;

/**
 * Metrics of the whole system, read from the database. Only the worker exposes them: its metrics are less public than the
 * api's, and every scrape costs a statement. Every worker reports the same values: aggregate with max, not sum.
 */
export const SYSTEM_GAUGES = [
  observedGauge({
    name: 'jobs_open',
    help: 'Jobs that have not ended',
    labelNames: ['kind', 'status'],
    inject: [QueueReadModel],
    read: async (queue) =>
      (await depths(queue)).flatMap(({ kind, queued, claimed }) => [
        { labels: { kind, status: 'queued' }, value: queued },
        { labels: { kind, status: 'claimed' }, value: claimed },
      ]),
  }),
  observedGauge({
    name: 'jobs_oldest_queued_age_seconds',
    help: 'Age of the oldest job that no agent holds',
    labelNames: ['kind'],
    inject: [QueueReadModel],
    read: async (queue) =>
      (await depths(queue)).map(({ kind, oldestSeconds }) => ({ labels: { kind }, value: oldestSeconds })),
  }),
  observedGauge({
    name: 'agents_active',
    help: 'Agents that are not revoked, by the age of their last heartbeat',
    labelNames: ['seen'],
    inject: [FleetReadModel],
    read: async (fleet) => {
      const counts = await fleet.freshness();
      return SEEN.map((seen) => ({ labels: { seen }, value: counts[seen] }));
    },
  }),
  observedGauge({
    name: 'agents_longest_silence_seconds',
    help: 'Age of the oldest last heartbeat of an active agent',
    inject: [FleetReadModel],
    read: async (fleet) => [{ value: (await fleet.freshness()).silentSeconds }],
  }),
  observedGauge({
    name: 'agents_oldest_secret_age_seconds',
    help: 'Age of the oldest credential of an active agent',
    inject: [FleetReadModel],
    read: async (fleet) => [{ value: (await fleet.freshness()).secretSeconds }],
  }),
  observedGauge({
    name: 'worker_sweeper_lateness_seconds',
    help: 'How long the oldest row that is due for this task has been due',
    labelNames: ['task'],
    inject: [WORKER_TASKS],
    read: (tasks: readonly Task[]) =>
      Promise.all(
        tasks.flatMap(({ name, lateness }) =>
          lateness ? [lateness().then((value) => ({ labels: { task: name }, value }))] : [],
        ),
      ),
  }),
];

/** Returns the depth of every kind, including those without an open job. */
async function depths(queue: QueueReadModel) {
  const open = new Map((await queue.depth()).map((depth) => [depth.kind, depth]));
  return JOB_KINDS.map((kind) => open.get(kind) ?? { kind, queued: 0, claimed: 0, oldestSeconds: 0 });
}
