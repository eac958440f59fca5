import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { breakingChanges } from './breaking-changes.js';
import { buildDocument } from './build-document.js';
import { previewApp } from './preview-app.js';
import type { OpenapiDocument } from './schema.js';

const FILE = 'docs/api/openapi.json';
const ACCEPTED = 'docs/api/accepted-breaks.json';
const compiled = fileURLToPath(new URL('../../', import.meta.url));
const root = resolve(compiled, '..');

const [command] = process.argv.slice(2);
const document = await buildDocument(await previewApp(), root, compiled);
const text = `${JSON.stringify(document, null, 2)}\n`;
if (command === 'write') writeFileSync(join(root, FILE), text);
else if (command === 'check') check();
else throw new Error('usage: openapi/main.js write|check');
process.exit();

/** Compares the committed document with the code, and refuses breaking changes against the document before it. */
function check(): void {
  if (read(FILE) !== text) fail([`${FILE} differs from the code: run \`npm run openapi\` and commit it.`]);
  const accepted = JSON.parse(readFileSync(join(root, ACCEPTED), 'utf8')) as string[];
  const before = previousVersion(read(FILE));
  const breaks = before ? breakingChanges(before, document) : [];
  const refused = breaks.filter((each) => !accepted.includes(each));
  if (refused.length > 0) fail([...refused, `List what has to be in ${ACCEPTED}.`]);
  console.log(`${FILE} is up to date and has no breaking changes.`);
}

function read(file: string): string {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
}

/** Returns the newest committed version with another content; null when there is none to compare with. */
function previousVersion(current: string): OpenapiDocument | null {
  try {
    const git = (...args: string[]): string =>
      execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024, stdio: 'pipe' });
    const commits = git('log', '-5', '--format=%H', '--', FILE).split('\n').filter(Boolean);
    const versions = commits.map((commit) => git('show', `${commit}:${FILE}`));
    const found = versions.find((version) => version !== current);
    return found === undefined ? null : (JSON.parse(found) as OpenapiDocument);
  } catch {
    console.log('No history to compare with.');
    return null;
  }
}

function fail(lines: string[]): never {
  console.error(lines.join('\n'));
  process.exit(1);
}
