import { timingSafeEqual } from 'node:crypto';
import { hashCredential } from './credential.js';

/** More agents than one process serves; about 10 MB of hashes. */
const MAX_AGENTS = 50_000;

/**
 * Credentials that were recently valid in this process. They authenticate nothing: every call still queries the database.
 * They exempt known agents from the limit on failures of their address, without a round trip.
 */
export class RecentCredentials {
  private readonly hashes = new Map<string, Buffer>();

  has(agentId: string, credential: string): boolean {
    const hash = this.hashes.get(agentId);
    return hash !== undefined && timingSafeEqual(hash, hashCredential(credential));
  }

  add(agentId: string, credential: string): void {
    if (this.hashes.size >= MAX_AGENTS) this.hashes.clear();
    this.hashes.set(agentId, hashCredential(credential));
  }

  /** Removes a credential that is no longer valid. */
  forget(agentId: string): void {
    this.hashes.delete(agentId);
  }
}
