import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import type { ExpectedVersion, Page } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { TeamService, teamVersion, tenancyErrors, TenancyReadModel } from '#libs/tenancy';
import { ErrorEnvelopeV2, FreshMfaWhenStrict, GlobalAccess, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { PageQuery } from '../http/page.dto.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { IfMatch, Versioned, type WithVersion, withVersion } from '../http/versioned.js';
import { Operation, Tag } from '../openapi/operation.js';
import { CreateTeamBody, StatusBody, TeamResponse, UpdateTeamBody } from './teams.dto.js';

const versioned = withVersion(teamVersion, TeamResponse.of);

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
  @Versioned()
  @SignedIn()
  @Operation('Get a team', tenancyErrors.teamNotFound)
  async one(@Param('id', UuidPipe) id: string): Promise<WithVersion<TeamResponse>> {
    return versioned(await this.tenancy.getTeam(id));
  }

  @Put(':id')
  @Versioned()
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
    @IfMatch() expected: ExpectedVersion,
  ): Promise<WithVersion<TeamResponse>> {
    const change = { name: body.name, parentId: body.parent_id };
    return versioned(await this.teams.update(caller, id, change, expected));
  }

  @Put(':id/status')
  @Versioned()
  @GlobalAccess('user_role.edit')
  @FreshMfaWhenStrict()
  @Operation('Archive or unarchive a team', tenancyErrors.teamNotFound)
  async setStatus(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: StatusBody,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<WithVersion<TeamResponse>> {
    return versioned(await this.teams.setStatus(caller, id, body.status, expected));
  }
}
