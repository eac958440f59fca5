import { Body, Controller, Delete, Get, Header, HttpCode, Param, Post, Query } from '@nestjs/common';
import { agentErrors, EnrollmentTokenReadModel, EnrollmentTokenService } from '#libs/agents';
import type { Page } from '#libs/core';
import { providerErrors } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import { ErrorEnvelopeV2, FreshMfaWhenStrict, GlobalAccess, Unaudited } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { PageQuery } from '../http/page.dto.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { EnrollmentTokenResponse, IssuedTokenResponse, IssueTokenBody } from './enrollment-tokens.dto.js';

@Tag('agents')
@ErrorEnvelopeV2()
@GlobalAccess('agent.mint')
@Controller('provider-connections/:id/enrollment-tokens')
export class EnrollmentTokensController {
  constructor(
    private readonly tokens: EnrollmentTokenService,
    private readonly readModel: EnrollmentTokenReadModel,
  ) {}

  @Post()
  @Header('Cache-Control', 'no-store')
  @FreshMfaWhenStrict()
  @Operation(
    'Issue an enrollment token, which is shown once',
    providerErrors.connectionNotFound,
    agentErrors.clusterMismatch,
  )
  async issue(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) connectionId: string,
    @Body() body: IssueTokenBody,
  ): Promise<IssuedTokenResponse> {
    const { ttl_seconds: ttlSeconds, cluster_name: clusterName } = body;
    return IssuedTokenResponse.of(await this.tokens.issue(caller, connectionId, { ttlSeconds, clusterName }));
  }

  @Get()
  @Paged()
  @Operation("List a connection's enrollment tokens", providerErrors.connectionNotFound)
  async list(
    @Param('id', UuidPipe) connectionId: string,
    @Query() query: PageQuery,
  ): Promise<Page<EnrollmentTokenResponse>> {
    const page = await this.readModel.list(connectionId, query.page());
    return mapPage(page, EnrollmentTokenResponse.of);
  }

  @Delete(':tokenID')
  @Unaudited('silent when the token is revoked already')
  @HttpCode(204)
  @FreshMfaWhenStrict()
  @Operation('Revoke an enrollment token', agentErrors.tokenNotFound, agentErrors.tokenConsumed)
  async revoke(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) connectionId: string,
    @Param('tokenID', UuidPipe) tokenId: string,
  ): Promise<void> {
    await this.tokens.revoke(caller, connectionId, tokenId);
  }
}
