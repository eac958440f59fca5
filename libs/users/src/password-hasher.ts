import { Injectable } from '@nestjs/common';
import bcrypt from 'bcrypt';
import { ConcurrencyLimiter } from './concurrency-limiter.js';

const COST = 12;
/** bcrypt ignores further bytes, so a longer password would equal its first 72 bytes (D16). */
const MAX_BYTES = 72;
/** Half of libuv's default thread pool, so that many sign-ins at once leave threads for DNS, files and KMS. */
const MAX_RUNNING = 2;
const MAX_QUEUED = 256;
/**
 * The hash of an unknown password. Compared with when there is no account, so that every sign-in takes the same time.
 */
const UNKNOWN_PASSWORD_HASH = '$2b$12$Ti7vW66NbqV8/0OMbnnXV.DJljxIT3z/lAmQTKjOWv7NeaoHt..C6';

/** Hashes and compares local passwords with bcrypt, a bounded number at a time. */
@Injectable()
export class PasswordHasher {
  private readonly limiter = new ConcurrencyLimiter(MAX_RUNNING, MAX_QUEUED);

  /**
   * Returns the hash of a new password.
   *
   * @throws RangeError for more than 72 bytes of UTF-8
   * @throws DomainError rate_limited when too many are queued
   */
  async hash(password: string): Promise<string> {
    if (Buffer.byteLength(password) > MAX_BYTES) throw new RangeError('A password has at most 72 bytes');
    return this.limiter.run(() => bcrypt.hash(password, COST));
  }

  /**
   * Returns whether the password matches the hash. Always runs one comparison: null stands for a missing account or a
   * missing password (D16).
   *
   * @throws DomainError rate_limited when too many are queued
   */
  async matches(password: string | null, verifier: string | null): Promise<boolean> {
    const possible = password !== null && verifier !== null && Buffer.byteLength(password) <= MAX_BYTES;
    const same = await this.limiter.run(() =>
      bcrypt.compare(password ?? '', possible ? verifier : UNKNOWN_PASSWORD_HASH),
    );
    return possible && same;
  }
}
