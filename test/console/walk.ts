import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  chromium,
  type Locator,
  type Page,
  type Request,
  type WebError,
} from 'playwright-core';
import { requireChromium } from '../../tools/chromium.js';
import { keepLeft } from '../support/run-folder.js';
import { leavePlace, type Place, takePlace } from './browser-contexts.js';

const ARGUMENTS = ['--no-sandbox', '--disable-quic'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** The rules that can be broken in one colour scheme alone; the schemes differ in colours only. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block'];
/** A refusal is an answer that the console deals with; Chromium writes each into its log. */
const REFUSAL = /^Failed to load resource: the server responded with a status of (4\d\d|503)/;
const LOST = /^Failed to load resource: net::ERR_(EMPTY_RESPONSE|CONNECTION_(CLOSED|RESET))/;

/** What pages showed and kept is searched for values once the run is over. */
const LEFT_BY_PAGES = 'pages of the console';

export interface WalkOptions {
  readonly width?: number;
  readonly height?: number;
  /** Other origins that may be visited: an identity provider's. */
  readonly alsoVisits?: readonly string[];
  /** Answers get lost on the way, which Chromium writes into its log. */
  readonly losesAnswers?: boolean;
  /** The test sets the page's clock: nobody else gets this context afterwards. */
  readonly movesClock?: boolean;
}

/** Returns a Chromium for the walks of one suite. */
export async function openChromium(): Promise<Browser> {
  const executablePath = await requireChromium();
  return chromium.launch({ executablePath, args: ARGUMENTS, headless: true });
}

/**
 * One person's way through the console in a browser of their own. Whatever the page's policy refuses, whatever is
 * written into the browser's log as an error, and each request to another origin is kept, and fails `end`.
 */
export class Walk {
  /** What must not happen, as it happened. */
  readonly faults: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    private readonly own: readonly string[],
    private readonly allowed: RegExp,
    private readonly leave: () => Promise<void>,
  ) {}

  static async begin(browser: Browser, baseURL: string, options: WalkOptions = {}): Promise<Walk> {
    const { width = 1280, height = 900 } = options;
    const forContext = contextOf(baseURL, options);
    const place = await takePlace(browser, forContext);
    await place.page.setViewportSize({ width, height });
    return Walk.#at(place, baseURL, options, () =>
      options.movesClock ? place.context.close() : leavePlace(place, forContext),
    );
  }

  /** The same in a Chromium of its own that keeps what browsers keep in this folder. */
  static async beginIn(folder: string, baseURL: string, options: WalkOptions = {}): Promise<Walk> {
    const executablePath = await requireChromium();
    const launch = { executablePath, args: ARGUMENTS, headless: true };
    const whole = { ...launch, ...contextOf(baseURL, options) };
    const context = await chromium.launchPersistentContext(folder, whole);
    const place = { context, page: await context.newPage() };
    return Walk.#at(place, baseURL, options, () => context.close());
  }

  static async #at(
    { context, page }: Place,
    baseURL: string,
    { alsoVisits = [], losesAnswers = false }: WalkOptions,
    leave: () => Promise<void>,
  ): Promise<Walk> {
    const own = [new URL(baseURL).origin, ...alsoVisits];
    const allowed = losesAnswers ? new RegExp(`${REFUSAL.source}|${LOST.source}`) : REFUSAL;
    const walk = new Walk(context, page, own, allowed, leave);
    context.on('weberror', walk.#onError).on('console', walk.#onMessage).on('request', walk.#onRequest);
    if (!walking.has(context)) await listenIn(context);
    walking.set(context, (at, what) => walk.#note(at, what));
    return walk;
  }

  readonly #onError = (error: WebError): void => this.#note(error.page(), `error: ${error.error().message}`);

  readonly #onMessage = (message: ConsoleMessage): void => {
    if (message.type() === 'error' && !this.allowed.test(message.text()))
      this.#note(message.page(), `log: ${message.text()}`);
  };

  readonly #onRequest = (request: Request): void => {
    const { origin, protocol } = new URL(request.url());
    if (protocol.startsWith('http') && !this.own.includes(origin))
      this.#note(this.page, `foreign: ${request.url()}`);
  };

  #note(page: Page | null, fault: string): void {
    this.faults.push(`${page ? new URL(page.url()).pathname : 'no page'}: ${fault}`);
  }

  /** Opens a page as somebody who has to sign in first, and types it in. */
  async signIn(path: string, email: string, password: string): Promise<void> {
    await this.page.goto(path);
    await this.page.getByLabel('E-mail address').fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.page.keyboard.press('Enter');
  }

  /** Types, tries to leave the page by a link, and thinks better of it when asked: page and text must be kept. */
  async staysWith(text: string, field: Locator, link: string): Promise<void> {
    await field.fill(text);
    await this.staysAt(field, link);
  }

  /** The same with what is typed already. */
  async staysAt(field: Locator, link: string): Promise<void> {
    const [address, text] = [this.page.url(), await field.inputValue()];
    const asked = this.page.waitForEvent('dialog');
    const click = this.page.getByRole('link', { name: link, exact: true }).first().click();
    await (await asked).dismiss();
    await click;
    if (this.page.url() !== address) this.#note(this.page, `left ${address} with input`);
    if ((await field.inputValue()) !== text) this.#note(this.page, `lost what was typed: ${text}`);
  }

  /** Waits until the dialog is closed and this is gone. While a dialog is open, nothing behind it is found by its role. */
  async untilGone(locator: Locator): Promise<void> {
    await this.page.getByRole('dialog').waitFor({ state: 'detached' });
    await locator.waitFor({ state: 'detached' });
  }

  /** Looks for barriers (WCAG 2.2 A and AA) on the page as it is now, in light and in dark colours. */
  async checkAccess(state: string): Promise<void> {
    keepLeft(LEFT_BY_PAGES, await keptBy(this.page));
    // One document for many states: the pages follow each other in it.
    if (await this.page.evaluate(() => !('axe' in globalThis))) await this.page.evaluate(AXE);
    await this.#runAxe(`${state}, dark`, 'dark', { type: 'rule', values: OF_COLOURS });
    await this.#runAxe(`${state}, light`, 'light', { type: 'tag', values: WCAG });
    const wide = await this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = (globalThis as any).document.documentElement;
      return scrollWidth > clientWidth;
    });
    if (wide) this.faults.push(`${state}: wider than its window`);
  }

  async #runAxe(state: string, colorScheme: 'dark' | 'light', runOnly: object): Promise<void> {
    await this.page.emulateMedia({ colorScheme });
    const found: string[] = await this.page.evaluate(
      async (options) => {
        const { violations } = await (globalThis as any).axe.run(options);
        return violations.flatMap(({ id, nodes }: any) =>
          nodes.map(({ target, failureSummary }: any) => `${id} ${String(target)} ${String(failureSummary)}`),
        );
      },
      { runOnly, resultTypes: ['violations'] },
    );
    this.faults.push(...found.map((each) => `${state}: ${each}`));
  }

  /** @throws Error with everything that must not have happened */
  async end(): Promise<void> {
    const ours = this.context.pages().filter((page) => page.url().startsWith(this.own[0]!));
    for (const page of ours) keepLeft(LEFT_BY_PAGES, await keptBy(page));
    await this.leave();
    this.context.off('weberror', this.#onError).off('console', this.#onMessage);
    this.context.off('request', this.#onRequest);
    if (this.faults.length > 0) throw new Error(this.faults.join('\n'));
  }
}

/** What a context's pages tell the walk that is in it; contexts are used again. */
const walking = new WeakMap<BrowserContext, (page: Page, what: string) => void>();

/** Listens in every document of a context: also in its second tabs, pop-ups and frames. */
async function listenIn(context: BrowserContext): Promise<void> {
  await context.exposeBinding('noteViolation', ({ page }, what: string) => walking.get(context)!(page, what));
  await context.exposeBinding('noteKept', (_, kept: string) => keepLeft(LEFT_BY_PAGES, `${kept}\n`));
  await context.addInitScript(() => {
    const { document, Storage, History, noteViolation, noteKept } = globalThis as any;
    document.addEventListener('securitypolicyviolation', (event: any) =>
      noteViolation(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
    );
    // Also what is taken away again before the walk ends.
    const writers = [
      [Storage.prototype, 'setItem'],
      [History.prototype, 'pushState'],
      [History.prototype, 'replaceState'],
    ];
    for (const [owner, name] of writers) {
      const write = owner[name];
      owner[name] = function (...given: unknown[]): void {
        noteKept(JSON.stringify(given));
        write.apply(this, given);
      };
    }
  });
}

/** Returns what a picture of the page would show, and what its scripts can keep: its text, storage, history and address. */
export async function keptBy(page: Page): Promise<string> {
  return page.evaluate(() => {
    const { document, localStorage, sessionStorage, history, location } = globalThis as any;
    const kept = { ...localStorage, ...sessionStorage };
    return JSON.stringify([
      document.documentElement.outerHTML,
      ...[kept, history.state, location.href, document.title],
    ]);
  });
}

function contextOf(baseURL: string, { width = 1280 }: WalkOptions): BrowserContextOptions {
  return {
    baseURL,
    // Contrast is looked at without colours on their way.
    reducedMotion: 'reduce',
    hasTouch: width < 500,
    isMobile: width < 500,
  };
}
