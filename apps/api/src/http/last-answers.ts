import type { Server, ServerResponse } from 'node:http';

/**
 * Gives a function that begins the end of a server's connections: from its call on each answer closes the one that it
 * goes over. Otherwise a client that keeps asking over an open connection would hold the process until it is cut off.
 */
export function lastAnswers(server: Server): () => void {
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
