import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { referencePages } from './reference-pages.js';

/** `write` generates the pages of docs/reference, and the console's texts of failed jobs, from the code; `check` exits with 1 if one is out of date. */
const [command] = process.argv.slice(2);
const root = resolve(fileURLToPath(new URL('../../../', import.meta.url)));
const pages = Object.entries(await referencePages(root));

if (command === 'write') {
  for (const [file, text] of pages) {
    mkdirSync(dirname(join(root, file)), { recursive: true });
    writeFileSync(join(root, file), text);
  }
} else if (command === 'check') {
  const stale = pages.filter(([file, text]) => read(join(root, file)) !== text).map(([file]) => file);
  for (const file of stale) console.error(`${file} is out of date: run \`npm run reference\` and commit it.`);
  if (stale.length === 0) console.log('What is written from the code is up to date.');
  process.exitCode = stale.length === 0 ? 0 : 1;
} else throw new Error('expected write or check');

function read(path: string): string {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}
