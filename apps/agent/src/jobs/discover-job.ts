import { type JobContext, retryInJob } from './job-context.js';

/** While the service stores a page, the next one is read from the store, sent and parsed. */
const PAGES_IN_FLIGHT = 2;

/** Reports every secret of the connection, page by page, in any order: names and labels only (D55). */
export async function runDiscoverJob(context: JobContext): Promise<void> {
  const { client, job, notes, signal, store } = context;
  const inFlight: Promise<void>[] = [];
  for await (const page of store.discover(notes)) {
    if (inFlight.length === PAGES_IN_FLIGHT) await inFlight.shift();
    const sent = retryInJob(context, () => client.upsertSecrets(job, page, signal));
    // Errors are handled where the page is awaited; until then the rejection would be unhandled.
    sent.catch(() => undefined);
    inFlight.push(sent);
  }
  await Promise.all(inFlight);
}
