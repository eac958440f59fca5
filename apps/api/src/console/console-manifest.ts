import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Precompressed forms of the same files. */
const COMPRESSED = /\.(br|gz)$/;

/**
 * Returns what is served of a built console, as `sha256sum` writes it: a line of digest and path for the page and each
 * of its files.
 *
 * @param folder where it was built
 * @returns null where there is none
 */
export function consoleManifest(folder: string): string | null {
  if (!existsSync(join(folder, 'index.html'))) return null;
  const assets = join(folder, 'assets');
  const names = existsSync(assets) ? readdirSync(assets).filter((name) => !COMPRESSED.test(name)) : [];
  const paths = ['index.html', ...names.sort().map((name) => `assets/${name}`)];
  return paths.map((path) => `${sha256(readFileSync(join(folder, path)))}  ${path}\n`).join('');
}

/** Returns the digest of a console as a whole: that of its manifest. */
export function consoleDigest(manifest: string): string {
  return sha256(Buffer.from(manifest));
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
