import { Global, Module } from '@nestjs/common';
import { Audit } from './audit.js';
import { AuditReadModel } from './audit.read-model.js';

@Global()
@Module({ providers: [Audit, AuditReadModel], exports: [Audit, AuditReadModel] })
export class AuditModule {}
