import { Controller, Get, Param, Query, Req, Res, type StreamableFile } from '@nestjs/common';
import type { Request, Response } from 'express';
import { auditErrors, AuditExport, AuditProofReadModel, AuditReadModel, exportMembers } from '#libs/audit';
import type { Page } from '#libs/core';
import { Access } from '../access/access.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Answers, Operation, Tag } from '../openapi/operation.js';
import { AuditEventResponse, AuditEventsQuery } from './audit-events.dto.js';
import { InclusionProofResponse } from './audit-proofs.dto.js';
import { NDJSON, ndjson, wantsLines } from './ndjson.js';

@Tag('audit')
@Controller('audit-events')
export class AuditEventsController {
  constructor(
    private readonly auditEvents: AuditReadModel,
    private readonly exports: AuditExport,
    private readonly proofs: AuditProofReadModel,
  ) {}

  /** As application/x-ndjson: all of them (or `limit`), one a line, with their places in the log that proofs speak of. */
  @Get()
  @Paged()
  @Access('audit.read')
  @Answers(200, 'Found.', NDJSON)
  @Operation('List audit events, newest first')
  async list(
    @Query() query: AuditEventsQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Page<AuditEventResponse> | StreamableFile> {
    response.vary('Accept');
    const [filter, page] = [AuditEventsQuery.filter(query), query.page()];
    if (wantsLines(request))
      return ndjson(this.exports.lines(filter, page.after, query.limit ?? null), exportMembers);
    return mapPage(await this.auditEvents.list(filter, page), AuditEventResponse.of);
  }

  @Get(':id/proof')
  @Access('audit.read')
  @Operation(
    'Get an inclusion proof of an audit event',
    auditErrors.eventNotFound,
    auditErrors.eventNotSealed,
  )
  async proof(@Param('id', UuidPipe) id: string): Promise<InclusionProofResponse> {
    return InclusionProofResponse.of(await this.proofs.inclusion(id));
  }
}
