/** More sessions than one process serves; about 10 MB of hashes. */
const MAX_COOKIES = 50_000;

/**
 * Hashes of session cookies that were recently valid in this process. They authenticate nothing, but distinguish known
 * sessions from made-up cookies before the database is queried.
 */
export class RecentCookies {
  private readonly hashes = new Set<string>();

  has(hash: Buffer): boolean {
    return this.hashes.has(keyOf(hash));
  }

  add(hash: Buffer): void {
    if (this.hashes.size >= MAX_COOKIES) this.hashes.clear();
    this.hashes.add(keyOf(hash));
  }

  /** Removes a cookie that is no longer valid. */
  forget(hash: Buffer): void {
    this.hashes.delete(keyOf(hash));
  }
}

function keyOf(hash: Buffer): string {
  return hash.toString('latin1');
}
