import type { Server, ServerResponse } from 'node:http';

/**
 * Returns a function that starts closing the server's keep-alive connections: from then on each answer closes its
 * connection. Otherwise a client that keeps calling over an open connection would prevent the process from stopping.
 */
export function closeKeepAlive(server: Server): () => void {
  const open = new Set<ServerResponse>();
  let begun = false;
  // Before the application's own listener, which may answer at once.
  server.prependListener('request', (_request, response) => {
    if (begun) return void (response.shouldKeepAlive = false);
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return () => {
    begun = true;
    for (const response of open) response.shouldKeepAlive = false;
  };
}
