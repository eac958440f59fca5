import { Controller, Get, Query } from '@nestjs/common';
import { httpErrors, type Page } from '#libs/core';
import { ConnectionChoiceService, providerErrors } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import { tenancyErrors } from '#libs/tenancy';
import { ErrorEnvelopeV2, ForWorkloads, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { mapPage, Paged } from '../http/paged.js';
import { Operation, Tag } from '../openapi/operation.js';
import { branchOf } from './connection-branch.js';
import { ConnectionChoiceResponse, ConnectionListQuery } from './connection-list.dto.js';
import { ConnectionResponse } from './provider-connections.dto.js';

/** Serves three lists at one address: the service checks the permission of each branch, and the guard none. */
@Tag('provider connections')
@ErrorEnvelopeV2()
@Controller('provider-connections')
export class ConnectionListController {
  constructor(private readonly choices: ConnectionChoiceService) {}

  @Get()
  @Paged()
  @SignedIn()
  @ForWorkloads()
  @Operation(
    'List provider connections: all, those usable for requests, or those that can be bound',
    httpErrors.permissionDenied(''),
    providerErrors.projectIdRequired,
    providerErrors.environmentIdRequired,
    tenancyErrors.projectNotFound,
    tenancyErrors.environmentNotInProject,
    providerErrors.outOfScopeBinding,
    providerErrors.prodBindingNotAllowed,
  )
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: ConnectionListQuery,
  ): Promise<Page<ConnectionResponse> | Page<ConnectionChoiceResponse>> {
    const branch = branchOf(query);
    const page = query.page();
    if (branch.kind === 'administration')
      return mapPage(await this.choices.forAdministration(caller, page), ConnectionResponse.of);
    const { projectId, environmentId } = branch;
    const choices =
      branch.kind === 'requests'
        ? this.choices.forRequests(caller, projectId, environmentId, page)
        : this.choices.forBinding(caller, projectId, branch.environmentId, page);
    return mapPage(await choices, ConnectionChoiceResponse.of);
  }
}
