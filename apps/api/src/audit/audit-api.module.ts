import { Module } from '@nestjs/common';
import { AuditCheckpointsController } from './audit-checkpoints.controller.js';
import { AuditEventsController } from './audit-events.controller.js';
import { RunningExports } from './running-exports.js';

/** The routes of the audit log, whose own module is global. */
@Module({ providers: [RunningExports], controllers: [AuditEventsController, AuditCheckpointsController] })
export class AuditApiModule {}
