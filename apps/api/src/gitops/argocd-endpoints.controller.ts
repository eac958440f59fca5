import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { EndpointService, gitopsErrors, GitopsReadModel } from '#libs/gitops';
import { pageRequest } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { FreshMfaWhenStrict, GlobalAccess, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { PageQuery } from '../http/page.dto.js';
import { sendPage } from '../http/send-page.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import {
  ApplicationResponse,
  CreateEndpointBody,
  EndpointEnabledBody,
  EndpointResponse,
} from './argocd-endpoints.dto.js';

/** Argo CD servers that agents look at, and what they saw there. */
@Tag('gitops')
@Controller('argocd-endpoints')
export class ArgocdEndpointsController {
  constructor(
    private readonly endpoints: EndpointService,
    private readonly read: GitopsReadModel,
  ) {}

  @Post()
  @GlobalAccess('integration.edit')
  @Idempotent()
  @FreshMfaWhenStrict()
  @Operation('Register an Argo CD endpoint')
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateEndpointBody): Promise<EndpointResponse> {
    const { name, cluster_name: clusterName, base_url: baseUrl, enabled = true } = body;
    return EndpointResponse.of(await this.endpoints.create(caller, { name, clusterName, baseUrl, enabled }));
  }

  @Get()
  @SignedIn()
  @Operation('List Argo CD endpoints')
  async list(
    @Query() query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<EndpointResponse[]> {
    return sendPage(request, response, await this.read.endpoints(pageRequest(query)), EndpointResponse.of);
  }

  @Get(':id/discovered-apps')
  @SignedIn()
  @Operation(
    'List the applications seen at an endpoint, each as it was last seen',
    gitopsErrors.endpointNotFound,
  )
  async applications(
    @Param('id', UuidPipe) id: string,
    @Query() query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ApplicationResponse[]> {
    const page = await this.read.applications(id, pageRequest(query));
    return sendPage(request, response, page, ApplicationResponse.of);
  }

  @Put(':id/enabled')
  @GlobalAccess('integration.edit')
  @FreshMfaWhenStrict()
  @Operation('Switch an endpoint on or off', gitopsErrors.endpointNotFound)
  async setEnabled(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: EndpointEnabledBody,
  ): Promise<EndpointResponse> {
    return EndpointResponse.of(await this.endpoints.setEnabled(caller, id, body.enabled));
  }

  @Delete(':id')
  @HttpCode(204)
  @GlobalAccess('integration.edit')
  @FreshMfaWhenStrict()
  @Operation('Delete an endpoint with its mappings and what was seen there', gitopsErrors.endpointNotFound)
  async delete(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.endpoints.delete(caller, id);
  }
}
