import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { httpErrors, pageRequest } from '#libs/core';
import { ConnectionChoices, providerErrors } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import { tenancyErrors } from '#libs/tenancy';
import { SignedIn } from '../access/access.js';
import { NewerEnvelope } from '../access/newer-envelope.js';
import { CurrentCaller } from '../access/principal.js';
import { sendPage } from '../http/send-page.js';
import { Operation, Tag } from '../openapi/operation.js';
import { branchOf } from './connection-branch.js';
import { ConnectionChoiceResponse, ConnectionListQuery } from './connection-list.dto.js';
import { ConnectionResponse } from './provider-connections.dto.js';

/** One address, three lists: each branch has a permission of its own, so that the guard asks for none. */
@Tag('provider connections')
@NewerEnvelope()
@Controller('provider-connections')
export class ConnectionListController {
  constructor(private readonly choices: ConnectionChoices) {}

  @Get()
  @SignedIn()
  @Operation(
    'List provider connections: all, those to ask through, or those to bind',
    httpErrors.permissionDenied(''),
    providerErrors.projectIdRequired,
    providerErrors.environmentIdRequired,
    tenancyErrors.projectNotFound,
    providerErrors.environmentNotInProject,
    providerErrors.outOfScopeBinding,
    providerErrors.prodBindingNotAllowed,
  )
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: ConnectionListQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<ConnectionResponse[] | ConnectionChoiceResponse[]> {
    const branch = branchOf(query);
    const page = pageRequest(query);
    if (branch.kind === 'admin') {
      const all = await this.choices.forAdministration(caller, page);
      return sendPage(request, response, all, ConnectionResponse.of);
    }
    const choices =
      branch.kind === 'dropdown'
        ? this.choices.forRequests(caller, branch.projectId, branch.environmentId, page)
        : this.choices.forBinding(caller, branch.projectId, branch.environmentId, page);
    return sendPage(request, response, await choices, ConnectionChoiceResponse.of);
  }
}
