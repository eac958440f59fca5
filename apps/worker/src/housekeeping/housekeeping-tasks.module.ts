import { Module } from '@nestjs/common';
import { PastEnrollmentTokens } from '#libs/agents';
import { EndedSessions } from '#libs/auth';
import { PastIdempotencyKeys } from '#libs/idempotency';
import { HousekeepingTask } from './housekeeping.task.js';

/** The task that deletes what is past its time, whichever context it belongs to. */
@Module({ providers: [EndedSessions, HousekeepingTask, PastEnrollmentTokens, PastIdempotencyKeys] })
export class HousekeepingTasksModule {}
