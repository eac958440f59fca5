import type { Type } from '@nestjs/common';
import { PAST_ENROLLMENT_TOKENS } from '#libs/agents';
import { AuditSealTask, createAuditPartitions } from '#libs/audit';
import { ENDED_SESSIONS } from '#libs/auth';
import type { WorkerConfig, WorkerIntervals } from '#libs/config';
import { Database, deleteOld } from '#libs/database';
import { PAST_KEYS } from '#libs/idempotency';
import { DiscoverySchedulerTask, StaleDiscoveries } from '#libs/discovery';
import { RequestExpiry } from '#libs/requests';
import { RevealSessions } from '#libs/reveal';
import type { Task } from '#libs/scheduler';
import { WrapExpiry } from '#libs/wraps';

/** Returns the injector's one instance of a class. */
export type Find = <T>(type: Type<T>) => T;

type TaskConfig = Pick<WorkerConfig, 'intervalsMs' | 'discoverTargets'>;

interface TaskRow {
  /** Name in locks, logs and metrics. */
  readonly name: string;
  /** The configured interval, or milliseconds. */
  readonly every: keyof WorkerIntervals | number;
  /** Performs what is due and returns how many rows it changed. */
  readonly run: (find: Find, config: TaskConfig) => Promise<number>;
  /**
   * Returns the seconds for which the oldest row has been due, for a metric and an alert. Absent for tasks that can't
   * be late.
   */
  readonly lateness?: (find: Find) => Promise<number>;
}

const HOUR_MS = 3_600_000;
/** The rows that housekeeping deletes after their retention. */
export const RETENTION = [ENDED_SESSIONS, PAST_ENROLLMENT_TOKENS, PAST_KEYS];

/**
 * Every task of the worker. A new one is a row here and a method of a service in its lib; rows that only grow old are a
 * line in RETENTION.
 */
const TASKS: readonly TaskRow[] = [
  {
    name: 'audit_partitions',
    every: HOUR_MS,
    run: (find) => createAuditPartitions(find(Database)),
  },
  {
    name: 'audit_seal',
    every: 'auditSeal',
    run: (find) => find(AuditSealTask).run(),
  },
  {
    name: 'cross_team_fill_expired',
    every: 'crossTeamFillExpired',
    run: (find) => find(RequestExpiry).sweep(['cross_team']),
    lateness: (find) => find(RequestExpiry).lateness(['cross_team']),
  },
  {
    name: 'discovery_scheduler',
    every: 'discoveryScheduler',
    run: (find, { discoverTargets }) => find(DiscoverySchedulerTask).run(discoverTargets),
    lateness: (find) => find(DiscoverySchedulerTask).lateness(),
  },
  {
    name: 'discovery_stale',
    every: 'discoveryStale',
    run: (find) => find(StaleDiscoveries).sweep(),
    lateness: (find) => find(StaleDiscoveries).lateness(),
  },
  {
    name: 'housekeeping',
    every: 'housekeeping',
    run: async (find) => {
      let deleted = 0;
      for (const rows of RETENTION) deleted += await deleteOld(find(Database), rows);
      return deleted;
    },
  },
  {
    name: 'requests_expired',
    every: 'requestsExpired',
    run: (find) => find(RequestExpiry).sweep(),
    lateness: (find) => find(RequestExpiry).lateness(),
  },
  {
    name: 'reveal_sessions_expired',
    every: 'revealSessionsExpired',
    run: (find) => find(RevealSessions).sweep(),
    lateness: (find) => find(RevealSessions).lateness(),
  },
  {
    name: 'wraps_expired',
    every: 'wrapsExpired',
    run: (find) => find(WrapExpiry).sweep(),
    lateness: (find) => find(WrapExpiry).lateness(),
  },
];

/** Injection token of the worker's tasks. */
export const WORKER_TASKS = Symbol('worker-tasks');

/** Returns the tasks with their services and intervals. */
export function workerTasks(find: Find, config: TaskConfig): readonly Task[] {
  return TASKS.map(({ name, every, run, lateness }) => ({
    name,
    everyMs: typeof every === 'number' ? every : config.intervalsMs[every],
    run: () => run(find, config),
    ...(lateness && { lateness: () => lateness(find) }),
  }));
}
