import { type Browser, type BrowserContextOptions, chromium, devices } from 'playwright-core';
import { requireChromium } from '../../tools/chromium.js';
import { startOwnStack } from '../../tools/console/screenshots/own-stack.js';
import { fillShop } from '../../tools/console/screenshots/shop.js';
import { median, ratioOf } from '../support/ratio.js';
import { report } from '../support/report.js';

/** From a link in a chat to a button that can be pressed: a phone with an empty cache, on a slow network. */
const ROUNDS = Number(process.env.ROUNDS ?? '5');
const LIMIT_MS = 2500;
const BYTES_PER_SECOND = 1_600_000 / 8;
const LATENCY_MS = 150;
const CPU_SLOWDOWN = 4;

const browser = await chromium.launch({ executablePath: await requireChromium(), args: ['--no-sandbox'] });
const stack = await startOwnStack();
try {
  const { people, waiting } = await fillShop(stack);
  const phone = { ...devices['Pixel 7'], baseURL: stack.apiUrl };
  const signedIn = await signIn(browser, phone, people.omar.account);
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1)
    times.push(await untilApprove(browser, { ...phone, storageState: signedIn }, waiting));
  const limits = times.map(() => LIMIT_MS);
  await report(
    'console',
    [{ name: 'link to Approve', ms: median(times).toFixed(0) }],
    [`Pixel 7 in Chromium, empty cache, signed in; 1.6 Mbit/s, ${LATENCY_MS} ms, CPU / ${CPU_SLOWDOWN}.`],
    [ratioOf(`link to a usable Approve button, over ${LIMIT_MS} ms`, { atMost: 1 }, times, limits)],
  );
} finally {
  await browser.close();
  await stack.stop();
}

type State = Exclude<BrowserContextOptions['storageState'], string | undefined>;

async function signIn(
  within: Browser,
  options: BrowserContextOptions,
  { email, password }: { email: string; password: string },
): Promise<State> {
  const context = await within.newContext(options);
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Returns the milliseconds from opening the link to a button that takes a press. */
async function untilApprove(within: Browser, options: BrowserContextOptions, id: string): Promise<number> {
  const context = await within.newContext(options);
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  const throughput = { downloadThroughput: BYTES_PER_SECOND, uploadThroughput: BYTES_PER_SECOND };
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: LATENCY_MS },
    ...throughput,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
  const started = performance.now();
  await page.goto(`/requests/${id}`, { waitUntil: 'commit' });
  await page.getByRole('button', { name: 'Approve', exact: true, disabled: false }).click({ trial: true });
  const took = performance.now() - started;
  await context.close();
  return took;
}
