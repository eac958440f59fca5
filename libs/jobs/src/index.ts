export { JobOwnership } from './job-ownership.js';
export { JobClaims } from './job-claims.js';
export { JobCompletion } from './job-completion.js';
export { type JobHooks, JobKinds, type JobRefusal } from './job-kinds.js';
export { JobPolls } from './job-polls.js';
export { JobQueue } from './job-queue.js';
export { type JobStatus } from './domain/job-state.js';
export { type JobFilter, JobReadModel, type JobSummary } from './job.read-model.js';
export {
  type ClaimedJob,
  type Job,
  JOB_KINDS,
  type JobKind,
  type JobTarget,
  type JobWrap,
  type SkippedNames,
  type StartedJob,
} from './job.js';
export { jobErrors } from './jobs.errors.js';
export { JobsModule } from './jobs.module.js';
export { QueueReadModel, type WaitingJobs } from './queue.read-model.js';
export { sanitizeError } from './sanitize-error.js';
