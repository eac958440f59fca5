import { Injectable } from '@nestjs/common';
import { PastEnrollmentTokens } from '#libs/agents';
import { EndedSessions } from '#libs/auth';
import { PastIdempotencyKeys } from '#libs/idempotency';
import type { Task } from '#libs/scheduler';

/**
 * Deletes what nothing needs any more, so that tables do not grow for ever. It is never late: nothing stays open or
 * readable because of a row that is still there.
 */
@Injectable()
export class HousekeepingTask implements Task {
  readonly name = 'housekeeping';

  constructor(
    private readonly sessions: EndedSessions,
    private readonly tokens: PastEnrollmentTokens,
    private readonly keys: PastIdempotencyKeys,
  ) {}

  async run(): Promise<number> {
    return (await this.sessions.prune()) + (await this.tokens.prune()) + (await this.keys.prune());
  }
}
