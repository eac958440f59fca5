import {
  Body,
  Controller,
  Get,
  HttpCode,
  Param,
  Post,
  Query,
  Req,
  Res,
  type StreamableFile,
} from '@nestjs/common';
import type { Response } from 'express';
import { auditErrors, AuditExport, AuditProofReadModel, AuditReadModel, exportMembers } from '#libs/audit';
import type { Page } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { Access, Unaudited } from '../access/access.js';
import { type AuthenticatedRequest, CurrentCaller } from '../access/principal.js';
import { mapPage, Paged } from '../http/paged.js';
import { prefers } from '../http/prefers.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Answers, Operation, Tag } from '../openapi/operation.js';
import { AuditEventResponse, AuditEventsQuery } from './audit-events.dto.js';
import { InclusionProofResponse, InclusionProofsResponse, ProofsBody } from './audit-proofs.dto.js';
import { RunningExports, tooManyExports } from './running-exports.js';
import { NDJSON, ndjson } from './ndjson.js';

@Tag('audit')
@Controller('audit-events')
export class AuditEventsController {
  constructor(
    private readonly auditEvents: AuditReadModel,
    private readonly exports: AuditExport,
    private readonly proofs: AuditProofReadModel,
    private readonly running: RunningExports,
  ) {}

  /**
   * As application/x-ndjson, exports all events (or `limit`), one per line, with their positions in the sealed log. A user
   * can run two exports at a time.
   */
  @Get()
  @Paged()
  @Access('audit.read')
  @Answers(200, 'Found.', NDJSON)
  @Operation('List audit events, newest first', tooManyExports)
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: AuditEventsQuery,
    @Req() request: AuthenticatedRequest,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Page<AuditEventResponse> | StreamableFile> {
    const [filter, page] = [AuditEventsQuery.filter(query), query.page()];
    if (prefers(NDJSON, request, response)) {
      this.running.begin(caller.userId, response);
      const lines = this.exports.lines(filter, page.after, query.limit ?? null);
      return ndjson(whileAllowed(request, lines), exportMembers);
    }
    return mapPage(await this.auditEvents.listIndexed(filter, page), AuditEventResponse.of);
  }

  /** All proofs share one checkpoint, and each node is returned once. */
  @Post('proofs')
  @HttpCode(200)
  @Access('audit.read')
  @Unaudited('a read, with more ids than an address takes')
  @Operation('Get inclusion proofs of many audit events')
  async manyProofs(@Body() body: ProofsBody): Promise<InclusionProofsResponse> {
    return InclusionProofsResponse.of(await this.proofs.inclusions(body.ids));
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

/** Ends when the caller loses the permission: exporting a whole log takes long enough for that (D97). */
async function* whileAllowed<Item>(
  { authority }: AuthenticatedRequest,
  items: AsyncGenerator<Item>,
): AsyncGenerator<Item> {
  for await (const item of items) {
    if (authority?.isDue) await authority.renew();
    yield item;
  }
}
