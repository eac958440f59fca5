import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { Page } from '#libs/core';
import { BindingService, ConnectionReadModel, providerErrors } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import { tenancyErrors } from '#libs/tenancy';
import { ErrorEnvelopeV2, FreshMfaWhenStrict, GlobalAccess } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { PageQuery } from '../http/page.dto.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { BindingResponse, CreateBindingBody } from './bindings.dto.js';

/** Manages bindings in any project, for holders of integration.edit. */
@Tag('provider connection bindings')
@ErrorEnvelopeV2()
@GlobalAccess('integration.edit')
@Controller()
export class BindingsController {
  constructor(
    private readonly bindings: BindingService,
    private readonly connections: ConnectionReadModel,
  ) {}

  @Post('provider-connections/:id/bindings')
  @Idempotent()
  @FreshMfaWhenStrict()
  @Operation(
    'Bind a connection to a project or one of its environments',
    providerErrors.connectionNotFound,
    providerErrors.connectionDisabled,
    tenancyErrors.projectNotFound,
    tenancyErrors.environmentNotInProject,
    providerErrors.bindingExists,
  )
  async bind(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: CreateBindingBody,
  ): Promise<BindingResponse> {
    return BindingResponse.of(await this.bindings.bind(caller, body.place(id)));
  }

  @Get('provider-connections/:id/bindings')
  @Paged()
  @Operation("List a connection's bindings", providerErrors.connectionNotFound)
  async list(@Param('id', UuidPipe) id: string, @Query() query: PageQuery): Promise<Page<BindingResponse>> {
    const { id: connectionId } = await this.connections.get(id);
    const page = await this.bindings.ofConnection(connectionId, query.page());
    return mapPage(page, BindingResponse.of);
  }

  @Delete('provider-connection-bindings/:bid')
  @HttpCode(204)
  @FreshMfaWhenStrict()
  @Operation('Delete a binding', providerErrors.bindingNotFound)
  async unbind(@CurrentCaller() caller: Caller, @Param('bid', UuidPipe) id: string): Promise<void> {
    await this.bindings.unbind(caller, id);
  }
}
