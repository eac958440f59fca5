import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import type { Page } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { TeamService, tenancyErrors, TenancyReadModel } from '#libs/tenancy';
import { ErrorEnvelopeV2, FreshMfaWhenStrict, GlobalAccess, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { PageQuery } from '../http/page.dto.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { CreateTeamBody, StatusBody, TeamResponse, UpdateTeamBody } from './teams.dto.js';

@Tag('teams')
@ErrorEnvelopeV2()
@Controller('teams')
export class TeamsController {
  constructor(
    private readonly teams: TeamService,
    private readonly tenancy: TenancyReadModel,
  ) {}

  @Post()
  @Idempotent()
  @GlobalAccess('user_role.edit')
  @FreshMfaWhenStrict()
  @Operation('Create a team', tenancyErrors.teamNotFound, tenancyErrors.teamArchived)
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateTeamBody): Promise<TeamResponse> {
    return TeamResponse.of(
      await this.teams.create(caller, { name: body.name, parentId: body.parent_id ?? null }),
    );
  }

  @Get()
  @Paged()
  @SignedIn()
  @Operation('List teams')
  async list(@Query() query: PageQuery): Promise<Page<TeamResponse>> {
    return mapPage(await this.tenancy.listTeams(query.page()), TeamResponse.of);
  }

  @Get(':id')
  @SignedIn()
  @Operation('Get a team', tenancyErrors.teamNotFound)
  async one(@Param('id', UuidPipe) id: string): Promise<TeamResponse> {
    return TeamResponse.of(await this.tenancy.getTeam(id));
  }

  @Put(':id')
  @GlobalAccess('user_role.edit')
  @FreshMfaWhenStrict()
  @Operation(
    'Rename or move a team',
    tenancyErrors.teamNotFound,
    tenancyErrors.teamArchived,
    tenancyErrors.teamCycle,
  )
  async update(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateTeamBody,
  ): Promise<TeamResponse> {
    return TeamResponse.of(
      await this.teams.update(caller, id, { name: body.name, parentId: body.parent_id }),
    );
  }

  @Put(':id/status')
  @GlobalAccess('user_role.edit')
  @FreshMfaWhenStrict()
  @Operation('Archive or unarchive a team', tenancyErrors.teamNotFound)
  async setStatus(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: StatusBody,
  ): Promise<TeamResponse> {
    return TeamResponse.of(await this.teams.setStatus(caller, id, body.status));
  }
}
