import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { requireChromium } from '../../tools/chromium.js';

const ARGUMENTS = ['--no-sandbox', '--disable-quic'];
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
/** A refusal is an answer that the console deals with; Chromium writes each into its log. */
const REFUSAL = /^Failed to load resource: the server responded with a status of (4\d\d|503)/;

export interface WalkOptions {
  readonly width?: number;
  readonly height?: number;
  readonly colours?: 'light' | 'dark';
  /** Other origins that may be visited: an identity provider's. */
  readonly alsoVisits?: readonly string[];
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
  ) {}

  static async begin(browser: Browser, baseURL: string, options: WalkOptions = {}): Promise<Walk> {
    return Walk.#in(await browser.newContext(contextOf(baseURL, options)), baseURL, options);
  }

  /** The same in a Chromium of its own that keeps what browsers keep in this folder. */
  static async beginIn(folder: string, baseURL: string, options: WalkOptions = {}): Promise<Walk> {
    const executablePath = await requireChromium();
    const launch = { executablePath, args: ARGUMENTS, headless: true };
    const whole = { ...launch, ...contextOf(baseURL, options) };
    return Walk.#in(await chromium.launchPersistentContext(folder, whole), baseURL, options);
  }

  static async #in(context: BrowserContext, baseURL: string, options: WalkOptions): Promise<Walk> {
    const own = [new URL(baseURL).origin, ...(options.alsoVisits ?? [])];
    const page = await context.newPage();
    const walk = new Walk(context, page);
    const note = (fault: string): void => void walk.faults.push(`${new URL(page.url()).pathname}: ${fault}`);
    page.on('pageerror', (error) => note(`error: ${error.message}`));
    page.on('console', (message) => {
      if (message.type() === 'error' && !REFUSAL.test(message.text())) note(`log: ${message.text()}`);
    });
    page.on('request', (request) => {
      const { origin, protocol } = new URL(request.url());
      if (protocol.startsWith('http') && !own.includes(origin)) note(`foreign: ${request.url()}`);
    });
    await context.exposeFunction('noteViolation', note);
    await context.addInitScript(() => {
      const { document, noteViolation } = globalThis as any;
      document.addEventListener('securitypolicyviolation', (event: any) =>
        noteViolation(`policy: ${event.effectiveDirective} ${event.blockedURI} ${event.sample}`),
      );
    });
    return walk;
  }

  /** Opens a page as somebody who has to sign in first, and types it in. */
  async signIn(path: string, email: string, password: string): Promise<void> {
    await this.page.goto(path);
    await this.page.getByLabel('E-mail address').fill(email);
    await this.page.getByLabel('Password').fill(password);
    await this.page.keyboard.press('Enter');
  }

  /** Looks for barriers (WCAG 2.2 A and AA) on the page as it is now, in light and in dark colours. */
  async checkAccess(state: string): Promise<void> {
    await this.page.evaluate(AXE);
    for (const colorScheme of ['dark', 'light'] as const) {
      await this.page.emulateMedia({ colorScheme });
      const found: string[] = await this.page.evaluate(async (tags) => {
        const { violations } = await (globalThis as any).axe.run({ runOnly: tags });
        return violations.flatMap(({ id, nodes }: any) =>
          nodes.map(({ target, failureSummary }: any) => `${id} ${String(target)} ${String(failureSummary)}`),
        );
      }, WCAG);
      this.faults.push(...found.map((each) => `${state}, ${colorScheme}: ${each}`));
    }
    const wide = await this.page.evaluate(() => {
      const { scrollWidth, clientWidth } = (globalThis as any).document.documentElement;
      return scrollWidth > clientWidth;
    });
    if (wide) this.faults.push(`${state}: wider than its window`);
  }

  /** @throws Error with everything that must not have happened */
  async end(): Promise<void> {
    await this.context.close();
    if (this.faults.length > 0) throw new Error(this.faults.join('\n'));
  }
}

function contextOf(baseURL: string, options: WalkOptions): BrowserContextOptions {
  const { width = 1280, height = 900, colours = 'light' } = options;
  return {
    baseURL,
    viewport: { width, height },
    colorScheme: colours,
    // Contrast is looked at without colours on their way.
    reducedMotion: 'reduce',
    hasTouch: width < 500,
    isMobile: width < 500,
  };
}
