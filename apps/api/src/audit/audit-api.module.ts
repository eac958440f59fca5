import { Module } from '@nestjs/common';
import { AuditCheckpointsController } from './audit-checkpoints.controller.js';
import { AuditEventsController } from './audit-events.controller.js';

/** The audit log's own module is global. */
@Module({ controllers: [AuditEventsController, AuditCheckpointsController] })
export class AuditApiModule {}
