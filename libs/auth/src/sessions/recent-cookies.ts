/** More sessions than one process serves; about 10 MB. */
const MOST = 50_000;

/**
 * The hashes of the session cookies that this process has seen to be good. They let nobody in: the database is asked
 * each time. They tell a person from a stranger before that.
 */
export class RecentCookies {
  private readonly hashes = new Set<string>();

  has(hash: Buffer): boolean {
    return this.hashes.has(keyOf(hash));
  }

  add(hash: Buffer): void {
    if (this.hashes.size >= MOST) this.hashes.clear();
    this.hashes.add(keyOf(hash));
  }

  /** It turned out to be good no more. */
  forget(hash: Buffer): void {
    this.hashes.delete(keyOf(hash));
  }
}

function keyOf(hash: Buffer): string {
  return hash.toString('latin1');
}
