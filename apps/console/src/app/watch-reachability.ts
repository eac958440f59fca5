import { openApi } from '../api/client.js';
import { reachability } from '../api/reachability.js';

const FIRST_MS = 1_000;
const LONGEST_MS = 60_000;

/**
 * Asks until the service answers again, ever less often; once for the page. A page that reads nothing by itself, as a form
 * does, would keep its buttons off until it is loaded anew.
 */
export function watchReachability(): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const askIn = (wait: number): void => {
    timer = setTimeout(() => {
      // The call itself updates `reachability`; `no-store`, because a cached response says nothing about the service.
      const asked = openApi.GET('/api/v1/meta', { cache: 'no-store' }).catch(() => undefined);
      void asked.then(() => {
        if (reachability.lostSince.get() !== null) askIn(Math.min(wait * 2, LONGEST_MS));
      });
    }, wait);
  };
  reachability.lostSince.subscribe(() => {
    clearTimeout(timer);
    if (reachability.lostSince.get() !== null) askIn(FIRST_MS);
  });
}
