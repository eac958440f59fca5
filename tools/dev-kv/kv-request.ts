/** A request: `path` is what follows `/v1/`, decoded. */
export interface KvRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  token: string;
  namespace: string;
  /** Lifetime of the wrapping token in seconds; 0 for no wrapping. */
  wrapSeconds: number;
  body: Record<string, unknown>;
}

/** A request in its resolved namespace; `path` is the rest. */
export interface PlacedRequest extends KvRequest {
  /** Without leading and trailing slashes, also for a list. */
  path: string;
}

export function trimSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}

export function joinPath(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('/');
}
