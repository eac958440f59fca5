/** What is asked of Rolldown about a module. */
interface Graph {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

const SHARED = /\/apps\/console\/src\/(api|pictures|places|ui)\//;
/** Form and dialog bring a package of components along, which most pages do without. */
const HEAVY = /node_modules\/@base-ui\//;

/**
 * Returns how modules that many pages share find their chunk: one for all of them, because a page that loads a dozen
 * small files waits for several turns of the network. What the first load holds already, and what brings a package of
 * components along, is left where it is.
 */
export function sharedChunk(): (id: string, graph: Graph) => string | null {
  let first: ReadonlySet<string> | undefined;
  return (id, graph) => {
    if (!SHARED.test(id)) return null;
    first ??= reachedFrom(entryAbove(id), graph);
    if (first.has(id)) return null;
    return [...reachedFrom(id, graph)].some((each) => HEAVY.test(each)) ? null : 'shared';
  };
}

function entryAbove(id: string): string {
  return `${id.slice(0, id.indexOf('/src/'))}/src/main.tsx`;
}

function reachedFrom(id: string, graph: Graph, found = new Set<string>()): Set<string> {
  if (found.has(id)) return found;
  found.add(id);
  for (const next of graph.getModuleInfo(id)?.importedIds ?? []) reachedFrom(next, graph, found);
  return found;
}
