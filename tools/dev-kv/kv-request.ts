/** One request as the protocol sees it: `path` is what follows `/v1/`, decoded. */
export interface KvRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  token: string;
  namespace: string;
  body: Record<string, unknown>;
}
