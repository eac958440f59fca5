import type { Server, ServerResponse } from 'node:http';

/**
 * Returns a function that starts closing keep-alive connections: each later response closes its connection. Otherwise a
 * client that keeps using an open connection would delay the shutdown.
 */
export function closeKeepAlive(server: Server): () => void {
  const open = new Set<ServerResponse>();
  let begun = false;
  // Before the application's own listener, which may respond synchronously.
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
