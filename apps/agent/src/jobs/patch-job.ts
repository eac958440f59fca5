import type { SecretBytes } from '#libs/secret-bytes';
import { openAgentValue } from '#libs/agent-protocol';
import { ApiError } from '../control-plane/api-error.js';
import { type JobContext, retryInJob } from './job-context.js';
import { JobFailure } from './job-failure.js';

/** More than the keys of any request: all values are in memory at the same time. */
const MAX_VALUES = 100;

/** Retrieves each wrap, once, and writes the values into the store, keeping the other keys. */
export async function runPatchJob(context: JobContext): Promise<void> {
  const { job, store } = context;
  const hasValues = job.wraps.length > 0 && job.wraps.length <= MAX_VALUES;
  if (job.secretRef === null || !hasValues) throw new JobFailure('job_malformed');
  const values = new Map<string, SecretBytes>();
  try {
    for (const { wrapId, keyName } of job.wraps) values.set(keyName, await takeValue(context, wrapId));
    await store.patch(job.secretRef, values);
  } finally {
    for (const value of values.values()) value.wipe();
  }
}

async function takeValue(context: JobContext, wrapId: string): Promise<SecretBytes> {
  const { client, identity, signal } = context;
  try {
    const envelope = await retryInJob(context, () => client.takeWrap(wrapId, signal));
    return openAgentValue(identity.keys, envelope, identity.agentId, wrapId);
  } catch (error) {
    const gone = error instanceof ApiError && (error.status === 410 || error.code === 'wrap_not_found');
    throw gone ? new JobFailure('wrap_unavailable') : error;
  }
}
