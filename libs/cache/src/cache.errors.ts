/**
 * A cache operation failed: the cache was unreachable, too slow or closed, or refused the command.
 * `reason` is a code of the network or of Redis (`ECONNREFUSED`, `TIMEOUT`, `OOM`). It never contains keys or values, and
 * there is no `cause`: the client's errors carry the arguments of the command.
 */
export class CacheUnavailableError extends Error {
  override readonly name = 'CacheUnavailableError';

  constructor(readonly reason: string) {
    super(`The cache is unavailable (${reason})`);
  }
}
