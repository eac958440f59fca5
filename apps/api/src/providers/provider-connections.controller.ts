import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  ConnectionReadModel,
  ConnectionRemoval,
  DiscoveryService,
  ProviderConnectionService,
} from '#libs/providers';
import type { Caller } from '#libs/rbac';
import { GlobalAccess } from '../access/access.js';
import { NewerEnvelope } from '../access/newer-envelope.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import {
  ConnectionResponse,
  CreateConnectionBody,
  StartedDiscoveryResponse,
  UpdateConnectionBody,
} from './provider-connections.dto.js';

@ApiTags('provider connections')
@NewerEnvelope()
@GlobalAccess('integration.edit')
@Controller('provider-connections')
export class ProviderConnectionsController {
  constructor(
    private readonly connections: ProviderConnectionService,
    private readonly removal: ConnectionRemoval,
    private readonly discovery: DiscoveryService,
    private readonly read: ConnectionReadModel,
  ) {}

  @Post()
  @Idempotent()
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateConnectionBody,
  ): Promise<ConnectionResponse> {
    return ConnectionResponse.of(await this.connections.create(caller, body.type, body.fields()));
  }

  @Get(':id')
  async one(@Param('id', UuidPipe) id: string): Promise<ConnectionResponse> {
    return ConnectionResponse.of(await this.read.one(id));
  }

  @Put(':id')
  async update(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateConnectionBody,
  ): Promise<ConnectionResponse> {
    return ConnectionResponse.of(await this.connections.update(caller, id, body.change()));
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.removal.delete(caller, id);
  }

  @Post(':id/discover-now')
  @HttpCode(202)
  async discoverNow(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<StartedDiscoveryResponse> {
    return StartedDiscoveryResponse.of(await this.discovery.startNow(caller, id));
  }
}
