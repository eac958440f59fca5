import type { Server, ServerResponse } from 'node:http';

/** Interval for finding responses that have begun. */
const CHECK_MS = 500;
/** Node's interval for checking whether anything was read: a stalled client is noticed after at most twice that time. */
const UNREAD_CHECK_MS = 2_000;

/**
 * Returns a function that starts closing connections: each later response closes its own, and one that its client does not
 * read is aborted within seconds. Otherwise a client that keeps using a connection, or has stalled, would delay the shutdown.
 */
export function closeKeepAlive(server: Server): () => void {
  const open = new Set<ServerResponse>();
  let begun = false;
  // Before the application's own listener, which may respond synchronously.
  server.prependListener('request', (_request, response) => {
    if (begun) response.shouldKeepAlive = false;
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  return () => {
    begun = true;
    for (const response of open) response.shouldKeepAlive = false;
    setInterval(() => open.forEach(abortUnread), CHECK_MS).unref();
  };

  /** Once for each response, as each call restarts the interval. */
  function abortUnread(response: ServerResponse): void {
    if (!response.headersSent) return;
    open.delete(response);
    response.setTimeout(UNREAD_CHECK_MS, () => response.writableLength > 0 && response.destroy());
  }
}
