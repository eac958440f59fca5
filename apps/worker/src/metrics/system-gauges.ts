import { Injectable } from '@nestjs/common';
import { AgentFreshnessReadModel } from '#libs/agents';
import { JOB_KINDS, QueueReadModel } from '#libs/jobs';
import { Metrics } from '#libs/metrics';
import type { Task } from '#libs/scheduler';

const SEEN = ['fresh', 'stale', 'never'] as const;

/**
 * What the database says of the whole system. Only the worker shows it: its metrics are not as open as the api's,
 * and every read costs a statement. Each worker shows the same figures, so take the greatest, not the sum.
 */
@Injectable()
export class SystemGauges {
  constructor(
    private readonly metrics: Metrics,
    private readonly queue: QueueReadModel,
    private readonly agents: AgentFreshnessReadModel,
  ) {}

  /** @param tasks every task that tells its lateness is shown with it */
  show(tasks: readonly Task[]): void {
    this.showQueue();
    this.showAgents();
    const late = tasks.filter((task) => task.lateness !== undefined);
    this.metrics.observed(
      'worker_sweeper_lateness_seconds',
      'How long the thing that has waited longest for this task has been due',
      ['task'],
      () =>
        Promise.all(
          late.map(async (task) => ({ labels: { task: task.name }, value: await latenessOf(task) })),
        ),
    );
  }

  private showQueue(): void {
    this.metrics.observed('jobs_open', 'Jobs that have not ended', ['kind', 'status'], async () =>
      (await this.depths()).flatMap(({ kind, queued, claimed }) => [
        { labels: { kind, status: 'queued' }, value: queued },
        { labels: { kind, status: 'claimed' }, value: claimed },
      ]),
    );
    this.metrics.observed(
      'jobs_oldest_queued_age_seconds',
      'Age of the oldest job that no agent holds',
      ['kind'],
      async () =>
        (await this.depths()).map(({ kind, oldestSeconds }) => ({ labels: { kind }, value: oldestSeconds })),
    );
  }

  /** Every kind, also those that have no open job. */
  private async depths() {
    const open = new Map((await this.queue.depth()).map((depth) => [depth.kind, depth]));
    return JOB_KINDS.map((kind) => open.get(kind) ?? { kind, queued: 0, claimed: 0, oldestSeconds: 0 });
  }

  private showAgents(): void {
    this.metrics.observed(
      'agents_active',
      'Agents that are not revoked, by when they were last heard of',
      ['seen'],
      async () => {
        const counts = await this.agents.freshness();
        return SEEN.map((seen) => ({ labels: { seen }, value: counts[seen] }));
      },
    );
    this.metrics.observed(
      'agents_longest_silence_seconds',
      'Time since the active agent that has been silent longest was heard of',
      [],
      async () => [{ value: (await this.agents.freshness()).silentSeconds }],
    );
    this.metrics.observed(
      'agents_oldest_secret_age_seconds',
      'Age of the oldest credential of an active agent',
      [],
      async () => [{ value: (await this.agents.freshness()).secretSeconds }],
    );
  }
}

async function latenessOf(task: Task): Promise<number> {
  return (await task.lateness?.()) ?? 0;
}
