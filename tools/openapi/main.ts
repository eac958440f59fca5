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
const text = `${JSON.stringify(await buildDocument(await previewApp(), root, compiled), null, 2)}\n`;
if (command === 'write') writeFileSync(join(root, FILE), text);
else if (command === 'check') check();
else throw new Error('say write or check');
process.exit();

/** The committed document is the code's, and takes nothing away from the one committed before it. */
function check(): void {
  const committed = existsSync(join(root, FILE)) ? readFileSync(join(root, FILE), 'utf8') : '';
  if (committed !== text) fail([`${FILE} is not what the code says: run \`npm run openapi\` and commit it.`]);
  const accepted = JSON.parse(readFileSync(join(root, ACCEPTED), 'utf8')) as string[];
  const before = previousVersion(committed);
  const breaks = before ? breakingChanges(before, JSON.parse(text) as OpenapiDocument) : [];
  const refused = breaks.filter((each) => !accepted.includes(each));
  if (refused.length > 0) fail([...refused, `List what has to be in ${ACCEPTED}.`]);
  console.log(`${FILE} is up to date; nothing was taken away.`);
}

/** The newest committed version with another content; null when there is none to compare with. */
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
