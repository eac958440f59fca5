import { type DynamicModule, Module } from '@nestjs/common';
import { HeldJobs } from './held-jobs.js';
import { JobClaims } from './job-claims.js';
import { JobCompletion } from './job-completion.js';
import { JobKinds } from './job-kinds.js';
import { JobPolls } from './job-polls.js';
import { JobQueue } from './job-queue.js';
import { JobReadModel } from './job.read-model.js';
import { JOB_SETTINGS, type JobSettings } from './job-settings.js';
import { JobStore } from './job.store.js';
import { JobWaiters } from './job-waiters.js';

const PUBLIC = [JobQueue, JobKinds, HeldJobs, JobClaims, JobCompletion, JobPolls, JobReadModel];

/** The job queue. Global, so that every owner registers with the same JobKinds. Needs Audit, Database and Metrics. */
@Module({})
export class JobsModule {
  static forRoot(settings: JobSettings): DynamicModule {
    return {
      module: JobsModule,
      global: true,
      providers: [{ provide: JOB_SETTINGS, useValue: settings }, JobStore, JobWaiters, ...PUBLIC],
      exports: PUBLIC,
    };
  }
}
