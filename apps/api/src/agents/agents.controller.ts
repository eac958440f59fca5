import { Body, Controller, Get, Header, HttpCode, Param, Post, Query, Req, UseGuards } from '@nestjs/common';
import type { Request } from 'express';
import { agentErrors, AgentReadModel, AgentService, EnrollmentService } from '#libs/agents';
import { httpErrors, type Page } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { FreshMfaWhenStrict, GlobalAccess, Public, SignedIn, Unaudited } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { sourceAddress } from '../access/source-address.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { Watchable } from '../waits/watchable.js';
import {
  AgentResponse,
  AgentsQuery,
  EnrollBody,
  EnrollResponse,
  MintBody,
  MintResponse,
} from './agents.dto.js';
import { DirectMintGuard } from './direct-mint.guard.js';

/** Manages agents, and enrolls them. */
@Tag('agents')
@Controller('agents')
export class AgentsController {
  constructor(
    private readonly agents: AgentService,
    private readonly enrollment: EnrollmentService,
    private readonly readModel: AgentReadModel,
  ) {}

  @Post('enroll')
  @Public()
  @Header('Cache-Control', 'no-store')
  @Operation(
    'Enroll an agent with an enrollment token',
    agentErrors.unauthorized,
    agentErrors.tokenConsumed,
    agentErrors.tokenExpired,
    agentErrors.clusterMismatch,
    agentErrors.publicKeyInvalid,
    httpErrors.rateLimited(60),
  )
  async enroll(@Req() request: Request, @Body() body: EnrollBody): Promise<EnrollResponse> {
    const { enrollment_token: token, name, cluster_name: clusterName, public_key: publicKey, version } = body;
    const enrollment = { token, name, clusterName, publicKey, version };
    return EnrollResponse.of(await this.enrollment.enroll(enrollment, sourceAddress(request)));
  }

  @Post()
  @GlobalAccess('agent.mint')
  @UseGuards(DirectMintGuard)
  @Header('Cache-Control', 'no-store')
  @FreshMfaWhenStrict()
  @Operation(
    'Mint an agent without an enrollment token, where that is enabled',
    agentErrors.legacyMintDisabled,
  )
  async mint(@CurrentCaller() caller: Caller, @Body() body: MintBody): Promise<MintResponse> {
    return MintResponse.of(
      await this.agents.mint(caller, { name: body.name, clusterName: body.scope.cluster }),
    );
  }

  @Get()
  @Paged()
  @Watchable()
  @SignedIn()
  @Operation('List agents')
  async list(@Query() query: AgentsQuery): Promise<Page<AgentResponse>> {
    return mapPage(await this.readModel.list(AgentsQuery.filter(query), query.page()), AgentResponse.of);
  }

  @Get(':id')
  @SignedIn()
  @Operation('Get an agent', agentErrors.notFound)
  async one(@Param('id', UuidPipe) id: string): Promise<AgentResponse> {
    return AgentResponse.of(await this.readModel.get(id));
  }

  @Post(':id/revoke')
  @Unaudited('silent when the agent is revoked already')
  @HttpCode(200)
  @GlobalAccess('agent.revoke')
  @FreshMfaWhenStrict()
  @Operation('Revoke an agent and return its jobs to the queue', agentErrors.notFound)
  async revoke(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<AgentResponse> {
    return AgentResponse.of(await this.agents.revoke(caller, id));
  }
}
