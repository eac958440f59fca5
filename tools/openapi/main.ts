import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { breakingChanges } from './breaking-changes.js';
import { buildDocument } from './build-document.js';
import { clientTypes } from './client-types.js';
import { previewApp } from './preview-app.js';
import type { OpenapiDocument } from './schema.js';

const FILE = 'docs/api/openapi.json';
const CLIENT = 'packages/client/src/schema.ts';
const ACCEPTED = 'docs/api/accepted-breaks.json';
const compiled = fileURLToPath(new URL('../../', import.meta.url));
const root = resolve(compiled, '..');

const [command] = process.argv.slice(2);
const document = await buildDocument(await previewApp(), root, compiled);
const made = { [FILE]: `${JSON.stringify(document, null, 2)}\n`, [CLIENT]: await clientTypes(document) };
if (command === 'write')
  for (const [file, text] of Object.entries(made)) writeFileSync(join(root, file), text);
else if (command === 'check') check();
else throw new Error('say write or check');
process.exit();

/** The committed document and client are the code's, and take nothing away from the document before them. */
function check(): void {
  for (const [file, text] of Object.entries(made))
    if (read(file) !== text)
      fail([`${file} is not what the code says: run \`npm run openapi\` and commit it.`]);
  const accepted = JSON.parse(readFileSync(join(root, ACCEPTED), 'utf8')) as string[];
  const before = previousVersion(read(FILE));
  const breaks = before ? breakingChanges(before, document) : [];
  const refused = breaks.filter((each) => !accepted.includes(each));
  if (refused.length > 0) fail([...refused, `List what has to be in ${ACCEPTED}.`]);
  console.log(`${FILE} is up to date; nothing was taken away.`);
}

function read(file: string): string {
  return existsSync(join(root, file)) ? readFileSync(join(root, file), 'utf8') : '';
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
