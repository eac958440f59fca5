import { Module } from '@nestjs/common';
import { AuditEventsController } from './audit-events.controller.js';

/** The audit log's own module is global. */
@Module({ controllers: [AuditEventsController] })
export class AuditApiModule {}
