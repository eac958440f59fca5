import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put } from '@nestjs/common';
import type { ExpectedVersion } from '#libs/core';
import { DiscoveryService } from '#libs/discovery';
import {
  ConnectionReadModel,
  connectionVersion,
  ProviderConnectionService,
  providerErrors,
} from '#libs/providers';
import type { Caller } from '#libs/permissions';
import { ErrorEnvelopeV2, FreshMfaWhenStrict, GlobalAccess } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { IfMatch, Versioned, type WithVersion, withVersion } from '../http/versioned.js';
import { Operation, Tag } from '../openapi/operation.js';
import {
  ConnectionResponse,
  CreateConnectionBody,
  StartedDiscoveryResponse,
  UpdateConnectionBody,
} from './provider-connections.dto.js';

/** Errors of a connection's scope. */
const SCOPE_ERRORS = [
  providerErrors.scope({ code: 'credential_in_scope', bannedKey: '' }),
  providerErrors.scope({ code: 'secret_in_scope', field: '' }),
  providerErrors.scope({ code: 'provider_scope_invalid', missing: [''], unknown: [''] }),
  providerErrors.scope({ code: 'invalid_provider_url' }),
  providerErrors.scope({ code: 'invalid_role_arn' }),
  providerErrors.discoverRequiresCluster,
];

const versioned = withVersion(connectionVersion, ConnectionResponse.of);

@Tag('provider connections')
@ErrorEnvelopeV2()
@GlobalAccess('integration.edit')
@Controller('provider-connections')
export class ProviderConnectionsController {
  constructor(
    private readonly connections: ProviderConnectionService,
    private readonly discovery: DiscoveryService,
    private readonly readModel: ConnectionReadModel,
  ) {}

  @Post()
  @Idempotent()
  @FreshMfaWhenStrict()
  @Operation('Create a provider connection', ...SCOPE_ERRORS, providerErrors.connectionNameExists)
  async create(
    @CurrentCaller() caller: Caller,
    @Body() body: CreateConnectionBody,
  ): Promise<ConnectionResponse> {
    return ConnectionResponse.of(await this.connections.create(caller, body.type, body.fields()));
  }

  @Get(':id')
  @Versioned()
  @Operation('Get a provider connection', providerErrors.connectionNotFound)
  async one(@Param('id', UuidPipe) id: string): Promise<WithVersion<ConnectionResponse>> {
    return versioned(await this.readModel.get(id));
  }

  @Put(':id')
  @Versioned()
  @FreshMfaWhenStrict()
  @Operation(
    'Update a provider connection',
    providerErrors.connectionNotFound,
    ...SCOPE_ERRORS,
    providerErrors.connectionNameExists,
  )
  async update(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateConnectionBody,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<WithVersion<ConnectionResponse>> {
    return versioned(await this.connections.update(caller, id, body.change(), expected));
  }

  @Delete(':id')
  @Versioned()
  @HttpCode(204)
  @FreshMfaWhenStrict()
  @Operation(
    'Delete an unused provider connection',
    providerErrors.connectionNotFound,
    providerErrors.connectionInUse(1, 0),
  )
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<void> {
    await this.connections.delete(caller, id, expected);
  }

  @Post(':id/discover-now')
  @HttpCode(202)
  @Operation(
    "Start a discovery of the connection's secrets",
    providerErrors.connectionNotFound,
    providerErrors.connectionDisabled,
    providerErrors.discoverRequiresCluster,
    providerErrors.discoveryAlreadyRunning,
  )
  async discoverNow(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
  ): Promise<StartedDiscoveryResponse> {
    return StartedDiscoveryResponse.of(await this.discovery.startNow(caller, id));
  }
}
