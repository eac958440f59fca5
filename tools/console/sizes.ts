import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A chunk in Vite's manifest. */
interface Chunk {
  readonly file: string;
  readonly name?: string;
  /** Its source file, below apps/console; none for code that several chunks share. */
  readonly src?: string;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
  readonly dynamicImports?: readonly string[];
  readonly css?: readonly string[];
}
type Manifest = Readonly<Record<string, Chunk>>;

export interface Sizes {
  /** Size of the scripts that every page needs to show anything: those that the document names, with what they import. */
  readonly firstLoad: number;
  /** Size of what every page loads by itself after that: shortcuts, warnings. */
  readonly frame: number;
  /** Size of the scripts that each page adds, by its source file: also of the parts that it loads by itself later. */
  readonly pages: Readonly<Record<string, number>>;
  /** Size of what each part that is loaded when it is wanted, as dialogs are, adds to a page with all that it has loaded. */
  readonly onDemand: Readonly<Record<string, number>>;
  /** Scripts that none of these includes. */
  readonly uncounted: readonly string[];
  /** Size of all styles. */
  readonly css: number;
}

const PAGE = /^src\/pages\/.*page\.tsx$/;
/** It closes itself: nothing is opened above it. */
const ALONE = 'src/pages/signed-in/page.tsx';

/** Returns the sizes of a built console in gzipped bytes, from its `.gz` files. @param sources apps/console */
export function sizesOf(folder: string, sources: string): Sizes {
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  const assets = readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`);
  const counted = new Set<string>();
  const total = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => {
      counted.add(file);
      return sum + readFileSync(join(folder, `${file}.gz`)).length;
    }, 0);
  const beyond = (before: ReadonlySet<string>, keys: readonly string[]): number =>
    total([...scriptsOf(manifest, keys)].filter((file) => !before.has(file)));
  const partsOf = (key: string, wanted: boolean): string[] =>
    laterOf(manifest, key).filter((part) => isOnDemand(manifest[part]!, sources) === wanted);

  const entry = Object.keys(manifest).find((key) => manifest[key]!.isEntry)!;
  const first = scriptsOf(manifest, [entry]);
  const frame = partsOf(entry, false);
  const pages: Record<string, number> = {};
  const onDemand: Record<string, number> = {};
  for (const page of Object.keys(manifest).filter((key) => PAGE.test(key))) {
    const whole = [page, ...partsOf(page, false).filter((part) => !frame.includes(part))];
    pages[page] = beyond(first, whole);
    if (page === ALONE) continue;
    const there = scriptsOf(manifest, [entry, ...frame, ...whole]);
    for (const part of [...frame, ...whole].flatMap((each) => partsOf(each, true)))
      onDemand[part] = Math.max(onDemand[part] ?? 0, beyond(there, [part]));
  }
  return {
    firstLoad: total([...first, ...assets.filter((file) => /\/first-[^/]+\.js$/.test(file))]),
    frame: beyond(first, frame),
    pages,
    onDemand,
    uncounted: assets.filter((file) => file.endsWith('.js') && !counted.has(file)),
    css: total(assets.filter((file) => file.endsWith('.css'))),
  };
}

/** Whether a part is loaded when somebody wants it: a dialog, a picture's table, a form that is opened, or leaving. All others come by themselves. */
function isOnDemand({ src, name = '' }: Chunk, sources: string): boolean {
  if (src === undefined) return /dialog$|^sign-out$/.test(name);
  if (/-(table|form)\.tsx$/.test(src)) return true;
  return /<dialog|Dialog\b.* from /.test(readFileSync(join(sources, src), 'utf8'));
}

/** Returns the parts that a chunk, or what it imports, loads later. */
function laterOf(manifest: Manifest, key: string): string[] {
  const files = scriptsOf(manifest, [key]);
  return Object.values(manifest)
    .filter(({ file }) => files.has(file))
    .flatMap(({ dynamicImports = [] }) => dynamicImports)
    .filter((part) => !PAGE.test(part));
}

function scriptsOf(manifest: Manifest, keys: readonly string[], found = new Set<string>()): Set<string> {
  for (const key of keys) {
    const chunk = manifest[key];
    if (!chunk || found.has(chunk.file)) continue;
    found.add(chunk.file);
    scriptsOf(manifest, chunk.imports ?? [], found);
  }
  return found;
}
