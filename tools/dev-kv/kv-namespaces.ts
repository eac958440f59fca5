import { type KvRequest, joinPath, type PlacedRequest, trimSlashes } from './kv-request.js';

/** The existing namespaces; the root is ''. */
export class KvNamespaces {
  readonly #known = new Set<string>(['']);

  /** Adds a namespace with its ancestors. */
  add(namespace: string): void {
    const segments = namespace.split('/');
    segments.forEach((_, index) => this.#known.add(segments.slice(0, index + 1).join('/')));
  }

  /** Returns the names directly below a namespace, each with a slash. */
  below(namespace: string): string[] {
    const start = namespace === '' ? '' : `${namespace}/`;
    const names = [...this.#known].filter((each) => each !== '' && each.startsWith(start));
    return names
      .map((each) => each.slice(start.length))
      .filter((name) => !name.includes('/'))
      .map((name) => `${name}/`);
  }

  /**
   * Resolves a request's namespace, from the header, the start of the path or both together; null if the header's doesn't
   * exist.
   */
  place(request: KvRequest): PlacedRequest | null {
    const header = trimSlashes(request.namespace);
    if (!this.#known.has(header)) return null;
    const segments = trimSlashes(request.path).split('/');
    let [namespace, taken] = [header, 0];
    while (this.#known.has(joinPath(namespace, segments[taken] ?? ''))) {
      if (segments[taken] === undefined) break;
      namespace = joinPath(namespace, segments[taken]!);
      taken += 1;
    }
    return { ...request, namespace, path: segments.slice(taken).join('/') };
  }
}
