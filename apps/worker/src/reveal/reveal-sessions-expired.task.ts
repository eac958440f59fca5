import { Injectable } from '@nestjs/common';
import { RevealEnding } from '#libs/reveal';
import type { Task } from '#libs/scheduler';

/** Ends reveal sessions whose time has passed, and their wraps with them. */
@Injectable()
export class RevealSessionsExpiredTask implements Task {
  readonly name = 'reveal_sessions_expired';

  constructor(private readonly ending: RevealEnding) {}

  async run(): Promise<number> {
    return this.ending.sweep();
  }
  lateness(): Promise<number> {
    return this.ending.lateness();
  }
}
