import { Controller, Get, Query } from '@nestjs/common';
import { auditErrors, AuditProofReadModel } from '#libs/audit';
import { httpErrors } from '#libs/core';
import { Access } from '../access/access.js';
import { Operation, Tag } from '../openapi/operation.js';
import { CheckpointResponse, ConsistencyProofResponse, ConsistencyQuery } from './audit-proofs.dto.js';

@Tag('audit')
@Controller('audit-checkpoints')
export class AuditCheckpointsController {
  constructor(private readonly proofs: AuditProofReadModel) {}

  @Get('latest')
  @Access('audit.read')
  @Operation('Get the latest signed checkpoint of the audit log', auditErrors.checkpointNotFound)
  async latest(): Promise<CheckpointResponse> {
    return CheckpointResponse.of(await this.proofs.latest());
  }

  @Get('consistency')
  @Access('audit.read')
  @Operation('Get a consistency proof between two sizes of the audit log', auditErrors.checkpointNotFound)
  async consistency(@Query() query: ConsistencyQuery): Promise<ConsistencyProofResponse> {
    if (query.from > query.to) throw httpErrors.invalidField('from', 'must not be greater than to');
    return ConsistencyProofResponse.of(query, await this.proofs.consistency(query.from, query.to));
  }
}
