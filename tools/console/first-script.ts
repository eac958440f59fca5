import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** The used members of a built chunk. */
interface BuiltChunk {
  readonly type: string;
  readonly fileName: string;
  readonly facadeModuleId?: string | null;
  readonly isEntry?: boolean;
  readonly imports?: readonly string[];
}

/** The files of all pages, and for each route pattern the indexes of those that its page needs beyond the first load. */
export interface PageFiles {
  readonly files: readonly string[];
  readonly pages: readonly (readonly [pattern: string, files: readonly number[]])[];
}

const PLACE = /\/\* PAGES \*\/ \{.*\}/;

/**
 * Adds src/first.js to the head as a separate file: classic scripts run before the first paint. The build inserts the files
 * of each page, so that they load in parallel with those of all pages.
 * @param folder apps/console/src
 */
export function firstScript(folder: string): Plugin {
  const source = withoutComments(readFileSync(join(folder, 'first.js'), 'utf8'));
  let name = 'assets/first.js';
  return {
    name: 'first-script',
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${name}` }, injectTo: 'head-prepend' }],
    generateBundle(_, bundle) {
      const pages = pageFiles(routesIn(folder), Object.values(bundle));
      const whole = source.replace(PLACE, () => JSON.stringify(pages));
      name = `assets/first-${createHash('sha256').update(whole).digest('hex').slice(0, 8)}.js`;
      this.emitFile({ type: 'asset', fileName: name, source: whole });
    },
    configureServer({ middlewares }) {
      middlewares.use(`/${name}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript').end(source);
      });
    },
  };
}

/** Every page loads it before anything else: comments, which are lines of their own, and indentation stay out. */
function withoutComments(source: string): string {
  return source.replaceAll(/^\s*(\/\/.*)?\n/gm, '').replaceAll(/^ +/gm, '');
}

/** Returns the paths of each page's routes, from route.ts beside it, by the page's folder. */
function routesIn(folder: string): ReadonlyMap<string, readonly string[]> {
  const pages = join(folder, 'pages');
  return new Map(
    readdirSync(pages).map((page) => {
      const route = readFileSync(join(pages, page, 'route.ts'), 'utf8');
      return [page, [...route.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path!)];
    }),
  );
}

/** Returns the data for first.js. @param routes the paths of each page, by its folder */
export function pageFiles(
  routes: ReadonlyMap<string, readonly string[]>,
  chunks: readonly BuiltChunk[],
): PageFiles {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const needed = (chunk: BuiltChunk | undefined, found = new Set<string>()): Set<string> => {
    if (chunk?.type !== 'chunk' || found.has(chunk.fileName)) return found;
    found.add(chunk.fileName);
    for (const next of chunk.imports ?? []) needed(byName.get(next), found);
    return found;
  };
  const first = needed(chunks.find(({ isEntry }) => isEntry));
  const files: string[] = [];
  const indexOf = (file: string): number =>
    files.includes(file) ? files.indexOf(file) : files.push(file) - 1;
  const pages = [...routes].flatMap(([page, paths]) => {
    const chunk = chunks.find(({ facadeModuleId: id }) => id?.endsWith(`/src/pages/${page}/page.tsx`));
    const own = [...needed(chunk)].filter((file) => !first.has(file)).map(indexOf);
    return paths.map((path) => ({ path, own }));
  });
  // `/requests/new` comes before `/requests/$id`.
  const parameters = (path: string): number => path.split('$').length;
  return {
    files,
    pages: pages
      .sort((one, other) => parameters(one.path) - parameters(other.path))
      .map(({ path, own }) => [`^${path.replaceAll(/\$\w+/g, '[^/]+')}/?$`, own] as const),
  };
}
