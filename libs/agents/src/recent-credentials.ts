import { timingSafeEqual } from 'node:crypto';
import { hashCredential } from './credential.js';

/** More agents than one process serves; about 10 MB. */
const MOST = 50_000;

/**
 * The credentials that this process has seen to be good. They let nobody in: the database is asked each time. They
 * tell an agent from a stranger before that, without a round trip.
 */
export class RecentCredentials {
  private readonly hashes = new Map<string, Buffer>();

  has(agentId: string, credential: string): boolean {
    const hash = this.hashes.get(agentId);
    return hash !== undefined && timingSafeEqual(hash, hashCredential(credential));
  }

  add(agentId: string, credential: string): void {
    if (this.hashes.size >= MOST) this.hashes.clear();
    this.hashes.set(agentId, hashCredential(credential));
  }

  /** It turned out to be good no more. */
  forget(agentId: string): void {
    this.hashes.delete(agentId);
  }
}
