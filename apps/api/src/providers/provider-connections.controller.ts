import { Body, Controller, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Request, Response } from 'express';
import { pageRequest } from '#libs/http';
import {
  BindingService,
  BindingStore,
  ConnectionReadModel,
  ProviderConnectionService,
} from '#libs/providers';
import type { Caller } from '#libs/rbac';
import { Access } from '../access/access.js';
import { NewerEnvelope } from '../access/newer-envelope.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { PageQuery } from '../http/page.dto.js';
import { sendPage } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { BindingResponse, CreateBindingBody } from './bindings.dto.js';
import {
  ConnectionResponse,
  CreateConnectionBody,
  UpdateConnectionBody,
} from './provider-connections.dto.js';

@ApiTags('provider connections')
@NewerEnvelope()
@Controller('provider-connections')
export class ProviderConnectionsController {
  constructor(
    private readonly connections: ProviderConnectionService,
    private readonly bindings: BindingService,
    private readonly bindingList: BindingStore,
    private readonly read: ConnectionReadModel,
  ) {}

  @Post()
  @Access('integration.edit')
  @Idempotent()
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateConnectionBody,
  ): Promise<ConnectionResponse> {
    return ConnectionResponse.of(await this.connections.create(caller, body.type, body.fields()));
  }

  @Get()
  @Access('integration.edit')
  async list(
    @Query() query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConnectionResponse[]> {
    return sendPage(request, response, await this.read.list(pageRequest(query)), ConnectionResponse.of);
  }

  @Get(':id')
  @Access('integration.edit')
  async one(@Param('id', UuidPipe) id: string): Promise<ConnectionResponse> {
    return ConnectionResponse.of(await this.read.one(id));
  }

  @Put(':id')
  @Access('integration.edit')
  async update(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateConnectionBody,
  ): Promise<ConnectionResponse> {
    return ConnectionResponse.of(await this.connections.update(caller, id, body.change()));
  }

  @Post(':id/bindings')
  @Access('integration.edit')
  @Idempotent()
  async bind(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: CreateBindingBody,
  ): Promise<BindingResponse> {
    const place = {
      connectionId: id,
      projectId: body.project_id,
      environmentId: body.environment_id ?? null,
    };
    return BindingResponse.of(await this.bindings.bind(caller, place));
  }

  @Get(':id/bindings')
  @Access('integration.edit')
  async bindingsOf(
    @Param('id', UuidPipe) id: string,
    @Query() query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<BindingResponse[]> {
    const { id: connectionId } = await this.read.one(id);
    const page = await this.bindingList.ofConnection(connectionId, pageRequest(query));
    return sendPage(request, response, page, BindingResponse.of);
  }
}
