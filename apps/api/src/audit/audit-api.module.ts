import { Module } from '@nestjs/common';
import { AuditCheckpointsController } from './audit-checkpoints.controller.js';
import { AuditEventsController } from './audit-events.controller.js';
import { ExportsUnderWay } from './exports-under-way.js';

/** The audit log's own module is global. */
@Module({ providers: [ExportsUnderWay], controllers: [AuditEventsController, AuditCheckpointsController] })
export class AuditApiModule {}
