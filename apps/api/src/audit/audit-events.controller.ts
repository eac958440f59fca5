import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { AuditReadModel } from '#libs/audit';
import { pageRequest } from '#libs/http';
import { Access } from '../access/access.js';
import { sendPage } from '../http/paged.js';
import { Operation } from '../openapi/operation.js';
import { AuditEventResponse, AuditEventsQuery } from './audit-events.dto.js';

@ApiTags('audit')
@Controller('audit-events')
export class AuditEventsController {
  constructor(private readonly auditEvents: AuditReadModel) {}

  @Get()
  @Access('audit.read')
  @Operation('List audit events, newest first')
  async list(
    @Query() query: AuditEventsQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<AuditEventResponse[]> {
    const page = await this.auditEvents.list(AuditEventsQuery.filter(query), pageRequest(query));
    return sendPage(request, response, page, AuditEventResponse.of);
  }
}
