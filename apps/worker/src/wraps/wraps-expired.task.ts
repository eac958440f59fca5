import { Injectable } from '@nestjs/common';
import type { Task } from '#libs/scheduler';
import { WrapExpiry } from '#libs/wraps';

/** Destroys the ciphertext of wraps whose time has passed. */
@Injectable()
export class WrapsExpiredTask implements Task {
  readonly name = 'wraps_expired';

  constructor(private readonly expiry: WrapExpiry) {}

  async run(): Promise<number> {
    return this.expiry.sweep();
  }
  lateness(): Promise<number> {
    return this.expiry.lateness();
  }
}
