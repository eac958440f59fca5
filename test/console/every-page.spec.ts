import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, CDPSession, Page, Request } from 'playwright-core';
import { PERMISSION_CATALOG } from '#libs/permissions';
import { canaryKey } from '../support/canary.js';
import { eventually } from '../support/eventually.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, PASSWORD, type World } from '../support/world.js';
import { type AwkwardRows, fillWithAwkwardRows } from './awkward-rows.js';
import { focusFaults } from './focus-faults.js';
import { layoutFaults } from './layout-faults.js';
import { openChromium, Walk } from './walk.js';

const PAGES = fileURLToPath(new URL('../../apps/console/src/pages/', import.meta.url));
const WHO = 'everything@example.test';
let stack: TestStack;
let world: World;
let browser: Browser;

beforeAll(async () => {
  const env = {
    SVC_GITOPS_ENABLED: 'true',
    SVC_AUDIT_SIGNING_KEY: canaryKey('signing key').toString('base64'),
    SVC_WORKER_AUDIT_SEAL_INTERVAL: '250ms',
  };
  [stack, browser] = await Promise.all([startStack({ worker: true, env }), openChromium()]);
  world = await buildWorld(stack);
  const permissions = PERMISSION_CATALOG.map(({ permission }) => permission);
  const { id: role_id } = created(await world.admin.post('/roles', { name: 'everything', permissions }));
  created(await world.admin.post('/user-roles', { user_id: world.admin.userId, role_id }));
  await world.person('everything', 'everything');
}, 300_000);
afterAll(async () => {
  await browser?.close();
  await stack?.stop();
});

interface Visit {
  /** The route's path; what its parameters are called are rows of the world. */
  readonly route: string;
  readonly search?: string;
  /** What is there once the page is whole. */
  readonly shows: RegExp;
}

/** Pages while nobody has requested, connected or enrolled anything beyond the world's own. */
const EMPTY: readonly Visit[] = [
  { route: '/', shows: /You have no open requests/ },
  { route: '/requests', shows: /There are no requests yet/ },
  { route: '/requests', search: '?status=failed', shows: /Nothing matches/ },
  { route: '/requests/statistics', shows: /Nobody has requested anything/ },
  { route: '/inbox', shows: /No requests wait for values/ },
  { route: '/secrets', shows: /No discovery has found a secret/ },
  { route: '/fleet', shows: /No agent has been enrolled/ },
  { route: '/jobs', shows: /There are no jobs yet/ },
  { route: '/gitops', shows: /No endpoint has been added/ },
  { route: '/workloads', shows: /No workload is registered/ },
];

/** Every page with the awkward rows. What one shows is not on the page before it. */
const FULL: readonly Visit[] = [
  { route: '/', shows: /KEY_0_/ },
  { route: '/requests/statistics', shows: /Show as table/ },
  { route: '/requests', shows: /KEY_0_/ },
  { route: '/requests/new', shows: /What will happen/ },
  { route: '/requests/$request', shows: /Who can approve/ },
  { route: '/requests/$crossTeam', shows: /Provide values/ },
  { route: '/requests/$request/reveal', shows: /^KEY_18_/ },
  { route: '/requests/$crossTeam/fill', shows: /Value of KEY_18_/ },
  { route: '/inbox', shows: /All teams|KEY_0_/ },
  { route: '/requests/new', search: '?kind=cross_team', shows: /of its project/ },
  { route: '/me', shows: /Shortcuts of a single key/ },
  { route: '/cli/authorize', shows: /Sign in the command line/ },
  { route: '/step-up', shows: /Confirm a command line/ },
  { route: '/audit', shows: /created the/ },
  { route: '/audit/log', shows: /It had not seen this log before/ },
  { route: '/audit/$event', shows: /it holds/ },
  { route: '/fleet', shows: /agent-of-/ },
  { route: '/fleet/$agent', shows: /Its jobs/ },
  { route: '/jobs', shows: /Connectivity check/ },
  { route: '/jobs/$job', shows: /Attempts/ },
  { route: '/connections', shows: /connection-of-/ },
  { route: '/connections/new', shows: /Cluster \(optional\)/ },
  { route: '/connections/$connection', shows: /vault\.vault/ },
  { route: '/connections/$connection', search: '?tab=bindings', shows: /project-of-/ },
  { route: '/connections/$connection', search: '?tab=discovery', shows: /Check the connection/ },
  { route: '/connections/$connection', search: '?tab=agents', shows: /agent-of-/ },
  { route: '/connections/$connection', search: '?tab=enrollment', shows: /Enroll an agent/ },
  { route: '/gitops', search: '?endpoint=$endpoint', shows: /OutOfSync/ },
  { route: '/secrets', shows: /apps\/international/ },
  { route: '/secrets/$secret', shows: /KEY_18_/ },
  { route: '/policies', shows: /rule-of-/ },
  { route: '/policies/simulate', shows: /Say what the request would be about/ },
  { route: '/policies/new', shows: /Reference begins with/ },
  { route: '/policies/$rule', shows: /Version 1/ },
  { route: '/workflows', shows: /workflow-of-/ },
  { route: '/workflows/new', shows: /How many people approve/ },
  { route: '/workflows/$workflow', shows: /Where it is used/ },
  { route: '/projects', shows: /project-of-/ },
  { route: '/projects/$project', shows: /Parts of the project|Risk|New environment/ },
  { route: '/projects/$project', search: '?tab=secrets', shows: /apps\/international/ },
  { route: '/projects/$project', search: '?tab=connections', shows: /connection-of-/ },
  { route: '/projects/$project', search: '?tab=rules', shows: /team-rule-of-/ },
  { route: '/projects/$project', search: '?tab=people', shows: /role-of-/ },
  { route: '/projects/$project/bind', shows: /Bind a connection to/ },
  { route: '/projects/$project/environments/$environment', shows: /Effective rules/ },
  { route: '/projects/$project/rules/new', shows: /What the service checks/ },
  { route: '/projects/$project/rules/$projectRule', shows: /Version 1/ },
  { route: '/teams', shows: /team-of-/ },
  { route: '/teams/$team', shows: /project-of-/ },
  { route: '/teams/$team', search: '?tab=rules', shows: /team-rule-of-/ },
  { route: '/teams/$team', search: '?tab=grants', shows: /role-of-/ },
  { route: '/teams/$team/rules/new', shows: /What the service checks/ },
  { route: '/teams/$team/rules/$teamRule', shows: /Version 1/ },
  { route: '/people', shows: /somebody-with-a-long-name/ },
  { route: '/people/$person', shows: /role-of-/ },
  { route: '/people/$person', search: '?tab=permissions', shows: /secret\.request/ },
  { route: '/people/$person', search: '?tab=revoke', shows: /Revoke access now/ },
  { route: '/workloads', shows: /wwww/ },
  { route: '/workloads/$workload', shows: /issuer\.example\.test/ },
  { route: '/roles', shows: /role-of-/ },
  { route: '/roles/$role', shows: /Who holds it/ },
  { route: '/grants', shows: /role-of-/ },
  { route: '/settings', shows: /What the service runs with/ },
  { route: '/none/of/these', shows: /Page not found/ },
  { route: '/signed-in', shows: /You can close this tab/ },
];

/**
 * Half of a window is what is left of it at 200 % zoom. In those of 800 and 1,040 px, tables have the least room: 1,040 px, which
 * are 65 rem, is the narrowest window with the rail.
 */
const WINDOWS = [
  { name: '2,560 px', width: 2560, height: 1440, deviceScaleFactor: 1 },
  { name: '3,840 px', width: 3840, height: 2160, deviceScaleFactor: 1 },
  { name: '1,040 px', width: 1040, height: 800, deviceScaleFactor: 1 },
  { name: '1,280 px at 200 %', width: 640, height: 400, deviceScaleFactor: 2 },
  { name: '1,600 px at 200 %', width: 800, height: 450, deviceScaleFactor: 2 },
  { name: '320 px', width: 320, height: 640, deviceScaleFactor: 1 },
];
/** Where the focus is looked at: with reasons above the buttons and below them. */
const FOCUSES = [800, 320];
const MOST_LOOKS = 30;

/** Goes from page to page in one document: only the window, the colours and the focus change. */
class Tour {
  readonly #open = new Set<Request>();

  private constructor(
    private readonly walk: Walk,
    private readonly devtools: CDPSession,
  ) {
    walk.page.on('request', (call) => this.#open.add(call));
    walk.page.on('requestfinished', (call) => this.#open.delete(call));
    walk.page.on('requestfailed', (call) => this.#open.delete(call));
  }

  static async begin(walk: Walk): Promise<Tour> {
    return new Tour(walk, await walk.context.newCDPSession(walk.page));
  }

  /** Looks at a page in every window. Nothing but faults comes of it, and the walk keeps those. */
  async visit({ route, search = '', shows }: Visit, rows?: AwkwardRows): Promise<void> {
    const { page } = this.walk;
    const name = route + search;
    const to = name.replaceAll(/\$(\w+)/g, (_, row: keyof AwkwardRows) => rows![row]);
    const isElsewhere = new URL(to, page.url()).pathname !== new URL(page.url()).pathname;
    const old = await page.locator('h1').first().elementHandle();
    const words = (await old?.textContent()) ?? null;
    await page.evaluate((path) => (globalThis as any).history.pushState(null, '', path), to);
    // Some of what is awaited may stand on the page before as well.
    if (isElsewhere) await page.waitForFunction(hasOtherHeading, { old, words });
    await page.locator('main').getByText(shows).filter({ visible: true }).first().waitFor();
    await this.look(name);
  }

  async look(name: string): Promise<void> {
    const { page, faults } = this.walk;
    await this.#settle();
    for (const { name: window, ...size } of WINDOWS) {
      await this.devtools.send('Emulation.setDeviceMetricsOverride', { ...size, mobile: false });
      await this.#settle();
      const found = await this.#faultsOfLayout();
      faults.push(...found.map((fault) => `${name} at ${window}: ${fault}`));
      if (FOCUSES.includes(size.width)) await this.#lookAtFocus(`${name} at ${window}`);
    }
    await this.walk.checkAccess(`${name} at 320 px`);
    const moving = await page.evaluate(movingElements);
    faults.push(...moving.map((each) => `${name} with reduced motion: ${each} moves`));
  }

  /** What draws itself by its own size follows the window some frames later. */
  async #faultsOfLayout(): Promise<string[]> {
    const { page } = this.walk;
    for (let looks = 1; ; looks++) {
      const found = await page.evaluate(layoutFaults);
      if (found.length === 0 || looks === MOST_LOOKS) return found;
      await page.evaluate(() => new Promise((resolve) => (globalThis as any).requestAnimationFrame(resolve)));
    }
  }

  async #lookAtFocus(name: string): Promise<void> {
    const { page, faults } = this.walk;
    await page.emulateMedia({ forcedColors: 'active' });
    const found = [...(await page.evaluate(currentOnesUnseen)), ...(await page.evaluate(focusFaults))];
    faults.push(...found.map((fault) => `${name} in forced colours: ${fault}`));
    await page.emulateMedia({ forcedColors: 'none' });
  }

  /** Waits until nothing is loaded any more. */
  async #settle(): Promise<void> {
    const { page } = this.walk;
    await eventually(
      async () =>
        this.#open.size === 0 && (await page.locator('[role=status][aria-label=Loading]').count()) === 0,
      `the rest of ${page.url()}`,
    );
  }
}

/** In the page: whether the page that was left is gone. */
function hasOtherHeading({ old, words }: { old: unknown; words: string | null }): boolean {
  const heading = (globalThis as any).document.querySelector('h1');
  return heading !== null && (heading !== old || heading.textContent !== words);
}

/** In the page: what would move although the person wants nothing to. */
function movingElements(): string[] {
  const { document, getComputedStyle } = globalThis as any;
  const moves = (element: any): boolean => {
    const { transitionDuration, animationName } = getComputedStyle(element);
    return /[1-9]/.test(transitionDuration) || animationName !== 'none';
  };
  return [...document.querySelectorAll('*')]
    .filter(moves)
    .map((each: any) => `${each.localName}.${each.className}`);
}

/** In the page: links of a navigation that are current and don't look so. */
function currentOnesUnseen(): string[] {
  const { document, getComputedStyle } = globalThis as any;
  const look = (element: any): string => {
    const style = getComputedStyle(element);
    const { color, backgroundColor, fontWeight, textDecorationLine, borderBlockEnd, outline } = style;
    return JSON.stringify([color, backgroundColor, fontWeight, textDecorationLine, borderBlockEnd, outline]);
  };
  return [...document.querySelectorAll('nav a[aria-current=page]')].flatMap((current: any) => {
    const other = [...current.closest('nav').querySelectorAll('a:not([aria-current=page])')][0];
    return other === undefined || look(other) !== look(current)
      ? []
      : [`${current.textContent} looks like those beside it`];
  });
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail address').fill(WHO);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Nothing waits for you.').waitFor();
}

describe('every page of the console', () => {
  it('is in the list of visits', () => {
    const routes = readdirSync(PAGES).flatMap((page) =>
      [...readFileSync(join(PAGES, page, 'route.ts'), 'utf8').matchAll(/\bpath: '([^']+)'/g)].map(
        ([, path]) => path!,
      ),
    );
    const isVisited = (route: string): boolean => {
      const pattern = new RegExp(`^${route.replaceAll(/\$\w+/g, '\\$\\w+')}$`);
      return FULL.some((visit) => pattern.test(visit.route));
    };
    expect(routes.filter((route) => !isVisited(route))).toEqual(['/sign-in']);
  });

  it('is whole and usable from 320 px to 4 K, at 200 % zoom, in forced colours and without motion, empty and with the longest rows', async () => {
    const walk = await Walk.begin(browser, stack.apis[0]!.url);
    const { page } = walk;
    const tour = await Tour.begin(walk);
    await page.goto('/sign-in');
    await page.getByLabel('Password').waitFor();
    await tour.look('/sign-in');
    await signIn(page);
    for (const visit of EMPTY) await tour.visit(visit);
    const rows = await fillWithAwkwardRows(stack, world);
    await page.reload();
    for (const visit of FULL) await tour.visit(visit, rows);
    await walk.end();
  }, 600_000);
});
