import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A chunk in Vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

export interface Sizes {
  /** Size of the scripts that every page loads. */
  readonly firstLoad: number;
  /** Size of the scripts that each page adds, by the page's source file. */
  readonly pages: Readonly<Record<string, number>>;
  /** Size of all styles. */
  readonly css: number;
}

/** Returns the sizes of a built console in gzipped bytes, from its `.gz` files. */
export function sizesOf(folder: string): Sizes {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const size = (file: string): number => readFileSync(join(folder, `${file}.gz`)).length;
  const total = (files: Iterable<string>): number => [...files].reduce((sum, file) => sum + size(file), 0);
  const entry = Object.keys(manifest).find((key) => manifest[key]!.isEntry)!;
  const first = scriptsOf(manifest, entry);
  const pages = Object.keys(manifest).filter((key) => /^src\/pages\/.*page\.tsx$/.test(key));
  const assets = readdirSync(join(folder, 'assets'));
  return {
    firstLoad: total(first),
    pages: Object.fromEntries(
      pages.map((key) => [key, total([...scriptsOf(manifest, key)].filter((file) => !first.has(file)))]),
    ),
    css: total(assets.filter((name) => name.endsWith('.css')).map((name) => `assets/${name}`)),
  };
}

function scriptsOf(manifest: Manifest, key: string, found = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (!chunk || found.has(chunk.file)) return found;
  found.add(chunk.file);
  for (const next of chunk.imports ?? []) scriptsOf(manifest, next, found);
  return found;
}
