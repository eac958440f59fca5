import type { DiscoveredSecret } from './store-driver.js';

/** About a page: enough to encounter what fails a discovery, or makes it skip names. */
const FIRST_SECRETS = 100;

/** Starts a discovery without reporting anything, and fails if it fails. */
export async function probeDiscovery(secrets: AsyncIterable<DiscoveredSecret>): Promise<void> {
  let seen = 0;
  for await (const _ of secrets) {
    seen += 1;
    if (seen === FIRST_SECRETS) return;
  }
}
