import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';

/** A context with an empty page: whoever sits down there finds nothing of whoever sat there before. */
export interface Place {
  readonly context: BrowserContext;
  readonly page: Page;
}

/** Of each browser, by what can only be said when a context is made. */
const left = new WeakMap<Browser, Map<string, Place[]>>();

/**
 * Returns a context for one person: a new one, or one that was left. A new one costs a second of a core, for its first
 * process and for all that its cache does not have yet.
 */
export async function takePlace(browser: Browser, options: BrowserContextOptions): Promise<Place> {
  const place = left.get(browser)?.get(JSON.stringify(options))?.pop();
  if (place) return place;
  const context = await browser.newContext(options);
  return { context, page: await context.newPage() };
}

/** Takes away what a person can leave: pages with their history, sessions and storage of every origin, permissions. */
export async function leavePlace(place: Place, options: BrowserContextOptions): Promise<void> {
  const { context } = place;
  const browser = context.browser()!;
  const pages = context.pages();
  const origins = pages.flatMap((each) => each.frames()).map((frame) => new URL(frame.url()).origin);
  // Before the others are closed: it goes on in their process.
  const page = await context.newPage();
  await Promise.all(pages.map((each) => each.close()));
  const devtools = await context.newCDPSession(page);
  for (const origin of new Set([...origins, new URL(options.baseURL!).origin]))
    if (origin.startsWith('http'))
      await devtools.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  await devtools.detach();
  await context.unrouteAll();
  await Promise.all([
    context.clearCookies(),
    context.clearPermissions(),
    context.setExtraHTTPHeaders({}),
    context.setOffline(false),
  ]);
  const key = JSON.stringify(options);
  const places = left.get(browser) ?? new Map<string, Place[]>();
  left.set(browser, places);
  places.set(key, [...(places.get(key) ?? []), { context, page }]);
}
