import { type DynamicModule, Module } from '@nestjs/common';
import { JobOwnership } from './job-ownership.js';
import { JobAnnouncer } from './job-announcer.js';
import { JobClaims } from './job-claims.js';
import { JobCompletion } from './job-completion.js';
import { JobKinds } from './job-kinds.js';
import { JobPolls } from './job-polls.js';
import { JobQueue } from './job-queue.js';
import { JobReadModel } from './job.read-model.js';
import { JOB_SETTINGS, type JobSettings } from './job-settings.js';
import { JobStore } from './job.store.js';
import { jobListenerConnected, JobWaiters } from './job-waiters.js';

/** Queueing and ending jobs; requires the DatabaseModule and the AuditModule. */
const QUEUEING = [JobQueue, JobKinds, JobReadModel];

/** Claims and reports of agents. */
const SERVING = [JobOwnership, JobClaims, JobCompletion, JobPolls];

/** The job queue. Global, so that every owner of a kind registers with the same JobKinds. */
@Module({})
export class JobsModule {
  /** For the api. */
  static forRoot(settings: JobSettings): DynamicModule {
    const waiting = [jobListenerConnected, JobWaiters];
    const own = [{ provide: JOB_SETTINGS, useValue: settings }, JobAnnouncer, JobStore, ...waiting];
    const shared = [...QUEUEING, ...SERVING];
    return { module: JobsModule, global: true, providers: [...own, ...shared], exports: shared };
  }

  /** For the worker, which serves no agents: it queues discovery jobs, and ends those of requests that have ended. */
  static forQueueing(): DynamicModule {
    return {
      module: JobsModule,
      global: true,
      providers: [JobAnnouncer, JobStore, ...QUEUEING],
      exports: QUEUEING,
    };
  }
}
