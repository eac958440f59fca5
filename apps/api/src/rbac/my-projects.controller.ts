import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { pageRequest } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { TenancyReadModel } from '#libs/tenancy';
import { BeforeMfa, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { PageQuery } from '../http/page.dto.js';
import { sendPage } from '../http/send-page.js';
import { Operation, Tag } from '../openapi/operation.js';
import { MyProjectResponse } from './my-projects.dto.js';

@Tag('projects')
@Controller('users/me/projects')
export class MyProjectsController {
  constructor(private readonly tenancy: TenancyReadModel) {}

  @Get()
  @SignedIn()
  @BeforeMfa()
  @Operation("List the projects that the caller's grants cover")
  async list(
    @CurrentCaller() caller: Caller,
    @Query() query: PageQuery,
    @Req() request: Request,
    @Res({ passthrough: true }) response: Response,
  ): Promise<MyProjectResponse[]> {
    const page = await this.tenancy.listCoveredProjects(caller.grants, pageRequest(query));
    return sendPage(request, response, page, MyProjectResponse.of);
  }
}
