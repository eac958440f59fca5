/** An Argo CD endpoint of the agent's cluster, as the control plane knows it. */
export interface GitopsEndpoint {
  id: string;
  baseUrl: string;
}

/**
 * Returns the endpoint to report to: the one with this base URL, or without a base URL the only one. Null if there is none,
 * or if several match.
 */
export function chooseEndpoint(endpoints: GitopsEndpoint[], baseUrl: string | null): GitopsEndpoint | null {
  const fitting = endpoints.filter(
    (endpoint) => baseUrl === null || plain(endpoint.baseUrl) === plain(baseUrl),
  );
  return fitting.length === 1 ? fitting[0]! : null;
}

function plain(url: string): string {
  return (URL.canParse(url) ? new URL(url).href : url).replace(/\/+$/, '');
}
