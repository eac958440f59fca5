/** One request as the protocol sees it: `path` is what follows `/v1/`, decoded. */
export interface KvRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  token: string;
  namespace: string;
  /** Seconds for which the answer is to be kept behind a one-time token; 0 for an answer in the clear. */
  wrapSeconds: number;
  body: Record<string, unknown>;
}

/** A request in the namespace that its header and its path name together; `path` is what is left of it. */
export interface PlacedRequest extends KvRequest {
  /** Without slashes at its ends: that of a list has lost its last one. */
  path: string;
}

export function trimSlashes(path: string): string {
  return path.replace(/^\/+|\/+$/g, '');
}

export function joinPath(...parts: string[]): string {
  return parts.filter((part) => part !== '').join('/');
}
