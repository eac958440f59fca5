import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { requireChromium } from '../../chromium.js';
import { startOwnStack } from './own-stack.js';
import { type Picture, PICTURES } from './pictures.js';
import { fillShop, type Shop } from './shop.js';

/** `npm run console:screenshots`: takes the screenshots of docs/console.md on a temporary stack. */
const PROJECT = fileURLToPath(new URL('../../../../', import.meta.url));
const FOLDER = join(PROJECT, 'docs/console');
const MAX_BYTES = 160_000;

const browser = await chromium.launch({ executablePath: await requireChromium(), args: ['--no-sandbox'] });
const stack = await startOwnStack();
try {
  const shop = await fillShop(stack);
  mkdirSync(FOLDER, { recursive: true });
  for (const [name, person] of Object.entries(shop.people)) {
    const context = await signIn(browser, stack.apiUrl, person.account);
    for (const picture of PICTURES.filter(({ of }) => of === name)) await take(context, picture, shop);
    await context.close();
  }
} finally {
  await browser.close();
  await stack.stop();
}

async function signIn(
  browser: Browser,
  baseURL: string,
  { email, password }: { email: string; password: string },
): Promise<BrowserContext> {
  const viewport = { width: 1280, height: 800 };
  const context = await browser.newContext({ baseURL, viewport, locale: 'en-GB', reducedMotion: 'reduce' });
  const page = await context.newPage();
  await page.goto('/');
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Home' }).waitFor();
  await page.close();
  return context;
}

async function take(context: BrowserContext, picture: Picture, shop: Shop): Promise<void> {
  const page = await context.newPage();
  await page.goto(picture.path(shop));
  await picture.ready(page, shop);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.waitForLoadState('networkidle');
    save(join(FOLDER, `${picture.name}-${colorScheme}.png`), await asPng(page));
  }
  await page.close();
}

function asPng(page: Page): Promise<Buffer> {
  return page.screenshot({ type: 'png', animations: 'disabled', caret: 'hide' });
}

/** @throws Error for a picture that is too large to be kept */
function save(file: string, png: Buffer): void {
  const name = relative(PROJECT, file);
  if (png.length > MAX_BYTES) throw new Error(`${name} has ${png.length} bytes, more than ${MAX_BYTES}.`);
  writeFileSync(file, png);
  process.stdout.write(`${name} ${Math.round(png.length / 1000)} kB\n`);
}
