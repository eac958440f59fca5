import { Controller, Get, Query } from '@nestjs/common';
import type { Page } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { TenancyReadModel } from '#libs/tenancy';
import { BeforeMfa, ForWorkloads, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { PageQuery } from '../http/page.dto.js';
import { mapPage, Paged } from '../http/paged.js';
import { Operation, Tag } from '../openapi/operation.js';
import { MyProjectResponse } from './my-projects.dto.js';

@Tag('projects')
@Controller('users/me/projects')
export class MyProjectsController {
  constructor(private readonly tenancy: TenancyReadModel) {}

  @Get()
  @Paged()
  @SignedIn()
  @BeforeMfa()
  @ForWorkloads()
  @Operation("List the projects that the caller's grants cover")
  async list(@CurrentCaller() caller: Caller, @Query() query: PageQuery): Promise<Page<MyProjectResponse>> {
    const page = await this.tenancy.listCoveredProjects(caller.grants, query.page());
    return mapPage(page, MyProjectResponse.of);
  }
}
