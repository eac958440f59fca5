import { Body, Controller, Get, Param, Post, Put, Query } from '@nestjs/common';
import { SecurityProfile } from '#libs/config';
import type { ExpectedVersion, Page } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { ProjectService, projectVersion, tenancyErrors, TenancyReadModel } from '#libs/tenancy';
import { FreshMfa, FreshMfaWhenStrict, GlobalAccess, SignedIn } from '../access/access.js';
import { Limited } from '../access/limit.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { PageQuery } from '../http/page.dto.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { IfMatch, Versioned, type WithVersion, withVersion } from '../http/versioned.js';
import { Operation, Tag } from '../openapi/operation.js';
import { EnvironmentResponse } from './environments.dto.js';
import { CreateProjectBody, ProjectResponse, UpdateProjectBody } from './projects.dto.js';
import { StatusBody } from './teams.dto.js';

const versioned = withVersion(projectVersion, ProjectResponse.of);

@Tag('projects')
@Controller('projects')
export class ProjectsController {
  constructor(
    private readonly projects: ProjectService,
    private readonly tenancy: TenancyReadModel,
    private readonly profile: SecurityProfile,
  ) {}

  /** Any signed-in user may (D11), but not fill the list (D110). */
  @Post()
  @Idempotent()
  @SignedIn()
  @Limited({
    bucket: 'project.create',
    per: 'user',
    limit: 60,
    windowSeconds: 60,
    openWithoutCache: true,
    exempt: 'user_role.edit',
  })
  @Operation(
    'Create a project',
    tenancyErrors.projectNameExists,
    tenancyErrors.teamNotFound,
    tenancyErrors.outOfScopeTeam,
    tenancyErrors.teamArchived,
  )
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateProjectBody): Promise<ProjectResponse> {
    const input = { name: body.name, description: body.description ?? '', teamId: body.team_id ?? null };
    const options = { inCoveredTeams: this.profile.isStrict };
    return ProjectResponse.of(await this.projects.create(caller, input, options));
  }

  @Get()
  @Paged()
  @SignedIn()
  @Operation('List projects')
  async list(@Query() query: PageQuery): Promise<Page<ProjectResponse>> {
    return mapPage(await this.tenancy.listProjects(query.page()), ProjectResponse.of);
  }

  @Get(':id')
  @Versioned()
  @SignedIn()
  @Operation('Get a project', tenancyErrors.projectNotFound)
  async one(@Param('id', UuidPipe) id: string): Promise<WithVersion<ProjectResponse>> {
    return versioned(await this.tenancy.getProject(id));
  }

  /** Grants and rules of a team apply to its projects, so a move changes who has access. */
  @Put(':id')
  @Versioned()
  @GlobalAccess('user_role.edit')
  @FreshMfa()
  @Operation(
    'Update a project, or move it to another team',
    tenancyErrors.projectNotFound,
    tenancyErrors.teamNotFound,
    tenancyErrors.teamArchived,
  )
  async update(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateProjectBody,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<WithVersion<ProjectResponse>> {
    const change = { description: body.description, teamId: body.team_id };
    return versioned(await this.projects.update(caller, id, change, expected));
  }

  /** Allowed for the creator and for administrators (D11). */
  @Put(':id/status')
  @Versioned()
  @SignedIn()
  @FreshMfaWhenStrict()
  @Operation('Archive or unarchive a project', tenancyErrors.projectNotFound, tenancyErrors.outOfScopeProject)
  async setStatus(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: StatusBody,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<WithVersion<ProjectResponse>> {
    return versioned(await this.projects.setStatus(caller, id, body.status, expected));
  }

  @Get(':id/environments')
  @Paged()
  @SignedIn()
  @Operation("List a project's environments", tenancyErrors.projectNotFound)
  async environments(
    @Param('id', UuidPipe) id: string,
    @Query() query: PageQuery,
  ): Promise<Page<EnvironmentResponse>> {
    const project = await this.tenancy.getProject(id);
    const page = await this.tenancy.listEnvironments({ projectId: project.id }, query.page());
    return mapPage(page, EnvironmentResponse.of);
  }
}
