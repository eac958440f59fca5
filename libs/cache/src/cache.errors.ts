/**
 * The cache did not do what it was asked: away, too slow, closed, or it refused the command.
 * `reason` is a word of the network or of Redis (`ECONNREFUSED`, `TIMEOUT`, `OOM`). Keys and values are never
 * part of it, and there is no `cause`: the client's errors carry the arguments of the command.
 */
export class CacheUnavailableError extends Error {
  override readonly name = 'CacheUnavailableError';

  constructor(readonly reason: string) {
    super(`The cache is unavailable (${reason})`);
  }
}
