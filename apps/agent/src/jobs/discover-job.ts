import { type JobContext, withPatience } from './job-context.js';

/** Reports every secret of the connection, page by page: names and labels only (D55). */
export async function runDiscoverJob(context: JobContext): Promise<void> {
  const { client, job, signal, store } = context;
  for await (const page of store.discover()) {
    await withPatience(context, () => client.upsertSecrets(job, page, signal));
  }
}
