import { Global, Module } from '@nestjs/common';
import { Audit } from './audit.js';
import { AuditReadModel } from './audit.read-model.js';
import { AuditExport } from './log/audit-export.js';
import { AuditProofReadModel } from './log/audit-proof.read-model.js';
import { RecentEvents } from './recent-events.js';
import { SampledDenials } from './sampled-denials.js';

const PARTS = [Audit, SampledDenials, RecentEvents, AuditReadModel, AuditExport, AuditProofReadModel];

@Global()
@Module({ providers: PARTS, exports: PARTS })
export class AuditModule {}
