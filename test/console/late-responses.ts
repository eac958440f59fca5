import type { Page } from 'playwright-core';
import { CacheContent } from '../support/cache-content.js';

/** Lets the challenge of the next response run out while that is on its way, as five minutes do. */
export async function makeNextResponseLate(page: Page, redisUrl: string): Promise<void> {
  await page.route(
    '**/auth/mfa/verify',
    async (route) => {
      const cache = CacheContent.open(redisUrl);
      await cache.del(...(await cache.keys('*mfa.challenge:*')));
      cache.disconnect();
      await route.continue();
    },
    { times: 1 },
  );
}
