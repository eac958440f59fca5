/** More sessions than one process serves; about 15 MB. */
const MAX_SESSIONS = 50_000;

/**
 * Sessions that were recently valid in this process, by a cookie's hash or a token's session id, with their users. They
 * authenticate nothing, but distinguish known sessions from made-up and ended ones before the database is queried.
 */
export class RecentSessions {
  private readonly users = new Map<string, string>();

  userOf(key: string): string | undefined {
    return this.users.get(key);
  }

  add(key: string, userId: string): void {
    if (this.users.size >= MAX_SESSIONS) this.users.clear();
    this.users.set(key, userId);
  }

  /** Removes a session that is no longer valid. */
  forget(key: string): void {
    this.users.delete(key);
  }
}
