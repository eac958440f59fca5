import { timingSafeEqual } from 'node:crypto';
import { hashCredential } from './credential.js';

/** More agents than one process serves; about 10 MB. */
const MOST_AGENTS = 50_000;

/**
 * The credentials that this process has seen to be good. They grant no access: the database is asked each time. They
 * tell an agent from a stranger before that, without a round trip.
 */
export class RecentCredentials {
  private readonly hashes = new Map<string, Buffer>();

  has(agentId: string, credential: string): boolean {
    const hash = this.hashes.get(agentId);
    return hash !== undefined && timingSafeEqual(hash, hashCredential(credential));
  }

  add(agentId: string, credential: string): void {
    if (this.hashes.size >= MOST_AGENTS) this.hashes.clear();
    this.hashes.set(agentId, hashCredential(credential));
  }

  /** Forgets a credential that is no longer good. */
  forget(agentId: string): void {
    this.hashes.delete(agentId);
  }
}
