import { createHash } from 'node:crypto';
import type { Client } from '#client';
import { callAt } from '../api/call-at.js';
import { CliError, EXIT, failureOf } from '../exit.js';
import { VERSION } from '../version.js';
import { fail, type Finding, ok } from './finding.js';

/** Inserted when this program is bundled with a console: a line of digest and path for each of its files. */
declare const CONSOLE_MANIFEST: string;

/** Number of concurrent downloads. */
const AT_ONCE = 8;
const TOLD = 3;

/**
 * Checks that the served console is the one of this release, file by file. The page names the files that it loads, so a
 * browser that receives the same page runs nothing else; whether the service sends others something else is not visible
 * here.
 * @throws CliError (usage) if this program was bundled without a console
 */
export async function checkConsole(stranger: Client, manifest = released()): Promise<Finding> {
  const files = manifest.trimEnd().split('\n');
  const others: string[] = [];
  try {
    for (let at = 0; at < files.length; at += AT_ONCE) {
      const part = files.slice(at, at + AT_ONCE).map((line) => line.split('  ') as [string, string]);
      const same = await Promise.all(
        part.map(async ([digest, path]) => (await servedAt(stranger, path)) === digest),
      );
      others.push(...part.flatMap(([, path], index) => (same[index] ? [] : [path])));
    }
  } catch (error) {
    return fail('console', failureOf(error).message);
  }
  const whole = createHash('sha256').update(manifest).digest('hex');
  if (others.length === 0) return ok('console', `that of ${VERSION}, ${files.length} files, ${whole}`);
  const some = others.slice(0, TOLD).join(', ');
  return fail(
    'console',
    `not that of ${VERSION}: ${others.length} of ${files.length} files differ or are missing (${some})`,
  );
}

/** Returns the digest of the served file; null if there is none. */
async function servedAt(stranger: Client, path: string): Promise<string | null> {
  const isPage = path === 'index.html';
  const headers = { accept: isPage ? 'text/html' : '*/*' };
  const init = { headers, parseAs: 'arrayBuffer' };
  const { data, response } = await callAt(stranger, 'GET', isPage ? '/' : `/${path}`, init);
  if (!response.ok || data === undefined) return null;
  return createHash('sha256')
    .update(new Uint8Array(data as ArrayBuffer))
    .digest('hex');
}

function released(): string {
  if (typeof CONSOLE_MANIFEST === 'string') return CONSOLE_MANIFEST;
  throw new CliError(
    EXIT.usage,
    'This program was built without a console to compare: use one of a release.',
  );
}
