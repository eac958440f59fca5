import type { DiscoveredSecret } from './store-driver.js';

/** About a page: enough to meet what stops a discovery, or makes it leave names out. */
const FIRST_SECRETS = 100;

/** Begins a discovery and reports nothing: whatever refuses that refuses this. */
export async function lookAtFirst(secrets: AsyncIterable<DiscoveredSecret>): Promise<void> {
  let seen = 0;
  for await (const _ of secrets) {
    seen += 1;
    if (seen === FIRST_SECRETS) return;
  }
}
