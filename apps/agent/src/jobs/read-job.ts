import type { SecretBytes } from '#libs/secret-bytes';
import { encryptPostedValue, openDek } from '#libs/agent-protocol';
import { ApiError } from '../control-plane/api-error.js';
import { type JobContext, MAX_VALUES, retryInJob } from './job-context.js';
import { JobFailure } from './job-failure.js';

/** Maximum size of a decoded value in bytes (D5). */
const VALUE_LIMIT = 64 * 1024;

interface OpenedDek {
  dekId: string;
  key: SecretBytes;
}

/** Reads the requested keys and posts each value, encrypted under a data key of this job (D53). */
export async function runReadJob(context: JobContext): Promise<void> {
  const { job, store } = context;
  // A value that was decoded twice would be wiped once.
  const keys = [...new Set(job.keys)];
  const hasKeys = keys.length > 0 && job.keys.length <= MAX_VALUES;
  if (job.secretRef === null || !hasKeys) throw new JobFailure('job_malformed');
  const values = await store.read(job.secretRef, keys);
  try {
    if ([...values.values()].some((value) => value.length > VALUE_LIMIT)) {
      throw new JobFailure('value_too_large');
    }
    await postValues(context, values);
  } finally {
    for (const value of values.values()) value.wipe();
  }
}

async function postValues(context: JobContext, values: Map<string, SecretBytes>): Promise<void> {
  let dek = await fetchDek(context);
  try {
    for (const [keyName, value] of values) {
      try {
        await postValue(context, dek, keyName, value);
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'dek_expired') throw error;
        // During retries the data key may expire: one new key is requested for the rest.
        dek.key.wipe();
        dek = await fetchDek(context);
        await postValue(context, dek, keyName, value);
      }
    }
  } finally {
    dek.key.wipe();
  }
}

async function fetchDek(context: JobContext): Promise<OpenedDek> {
  const { client, identity, job, signal } = context;
  const sealed = await retryInJob(context, () => client.issueDek(job, signal));
  const key = openDek(identity.keys, sealed.enc, sealed.sealedKey, identity.agentId);
  return { dekId: sealed.dekId, key };
}

async function postValue(
  context: JobContext,
  dek: OpenedDek,
  keyName: string,
  value: SecretBytes,
): Promise<void> {
  const { client, identity, job, signal } = context;
  const binding = { agentId: identity.agentId, jobId: job.id, keyName };
  const posted = encryptPostedValue(dek.key, value, binding);
  await retryInJob(context, async (attempt) => {
    try {
      await client.postWrap(job, { ...posted, dekId: dek.dekId, keyName }, signal);
    } catch (error) {
      // The response of the previous attempt was lost, but the wrap was stored.
      const alreadyThere = attempt > 0 && error instanceof ApiError && error.code === 'wrap_exists';
      if (!alreadyThere) throw error;
    }
  });
}
