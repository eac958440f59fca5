import type { SecretBytes } from '#libs/secret-bytes';
import { openAgentValue } from '#libs/agent-protocol';
import { ApiError } from '../control-plane/api-error.js';
import { isKeyName } from '#libs/agent-protocol';
import { type JobContext, MAX_VALUES, retryInJob } from './job-context.js';
import { JobFailure } from './job-failure.js';

/** Retrieves each wrap, once, and writes the values into the store, keeping the other keys. */
export async function runPatchJob(context: JobContext): Promise<void> {
  const { job, store } = context;
  const keys = new Set(job.wraps.map(({ keyName }) => keyName));
  const hasValues = keys.size > 0 && job.wraps.length <= MAX_VALUES;
  const isValid = keys.size === job.wraps.length && [...keys].every(isKeyName);
  if (job.secretRef === null || !hasValues || !isValid) throw new JobFailure('job_malformed');
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
