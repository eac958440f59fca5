import { Injectable } from '@nestjs/common';
import bcrypt from 'bcrypt';
import { BoundedWork } from './bounded-work.js';

const COST = 12;
/** bcrypt reads no further; a longer password would share its verifier with its first 72 bytes (D16). */
const LONGEST_BYTES = 72;
/** Half of libuv's default pool, so that a storm of sign-ins leaves threads for DNS, files and KMS. */
const RUNNING = 2;
const WAITING = 256;
/** The verifier of a password that nobody knows, compared with where there is no account. */
const NOBODY = '$2b$12$Ti7vW66NbqV8/0OMbnnXV.DJljxIT3z/lAmQTKjOWv7NeaoHt..C6';

/** bcrypt verifiers of local passwords, a bounded number at a time. */
@Injectable()
export class PasswordHasher {
  private readonly work = new BoundedWork(RUNNING, WAITING);

  /**
   * The verifier of a new password.
   * @throws RangeError for more than 72 bytes of UTF-8; DomainError rate_limited when too many wait
   */
  async hash(password: string): Promise<string> {
    if (Buffer.byteLength(password) > LONGEST_BYTES) throw new RangeError('A password has at most 72 bytes');
    return this.work.run(() => bcrypt.hash(password, COST));
  }

  /**
   * True when the password is the verifier's. Costs one comparison whatever is passed: null stands for a
   * verifier that does not exist and for a password that was not sent (D16).
   * @throws DomainError rate_limited when too many wait
   */
  async matches(password: string | null, verifier: string | null): Promise<boolean> {
    const possible = password !== null && verifier !== null && Buffer.byteLength(password) <= LONGEST_BYTES;
    const same = await this.work.run(() => bcrypt.compare(password ?? '', possible ? verifier : NOBODY));
    return possible && same;
  }
}
