/** The used part of Rolldown's module graph. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** All but the packages and the entry. */
const OWN = /\/(apps\/console|packages\/client|libs\/[^/]+)\/src\/(?!main\.tsx$).*\.(tsx?|css)$/;
const SHARED = /\/apps\/console\/src\/(api|pictures|places|ui)\//;
/** Form and dialog require a package of components that most pages don't need. */
const HEAVY = /node_modules\/@base-ui\//;

/**
 * Returns the assignment of shared modules to one chunk, because a page that loads a dozen small files waits for several
 * round trips. Modules of the first load, and those that require the package of components, are left alone.
 */
export function sharedChunk(entry: string): (id: string, graph: Graph) => string | null {
  let first: ReadonlySet<string> | undefined;
  return (id, graph) => {
    if (!SHARED.test(id)) return null;
    first ??= reachedFrom(entry, graph);
    if (first.has(id)) return null;
    return [...reachedFrom(id, graph)].some((each) => HEAVY.test(each)) ? null : 'shared';
  };
}

/**
 * Returns the assignment of the first load's own modules to one chunk: each further file costs a request, and compresses worse.
 */
export function frameChunk(entry: string): (id: string, graph: Graph) => string | null {
  let first: ReadonlySet<string> | undefined;
  return (id, graph) => {
    if (!OWN.test(id)) return null;
    first ??= reachedFrom(entry, graph);
    return first.has(id) ? 'frame' : null;
  };
}

function reachedFrom(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reachedFrom(next, graph, found);
  return found;
}
