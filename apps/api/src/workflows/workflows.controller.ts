import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import type { ExpectedVersion, Page } from '#libs/core';
import { policyErrors, WorkflowService, workflowVersion } from '#libs/policies';
import type { Caller } from '#libs/permissions';
import { Access, FreshMfaWhenStrict, GlobalAccess, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { PageQuery } from '../http/page.dto.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { IfMatch, Versioned, type WithVersion, withVersion } from '../http/versioned.js';
import { Operation, Tag } from '../openapi/operation.js';
import {
  AuthorableWorkflowResponse,
  CreateWorkflowBody,
  UpdateWorkflowBody,
  WorkflowResponse,
} from './workflows.dto.js';

const versioned = withVersion(workflowVersion, WorkflowResponse.of);

@Tag('workflows')
@Controller('workflows')
export class WorkflowsController {
  constructor(private readonly workflows: WorkflowService) {}

  @Post()
  @Idempotent()
  @GlobalAccess('workflow.edit')
  @FreshMfaWhenStrict()
  @Operation('Create a workflow', policyErrors.workflowNameExists, policyErrors.workflowContradictory)
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateWorkflowBody): Promise<WorkflowResponse> {
    return WorkflowResponse.of(await this.workflows.create(caller, body));
  }

  @Get()
  @Paged()
  @SignedIn()
  @Operation('List workflows')
  async list(@Query() query: PageQuery): Promise<Page<WorkflowResponse>> {
    return mapPage(await this.workflows.list(query.page()), WorkflowResponse.of);
  }

  @Get('scoped-policy-authorable')
  @Paged()
  @Access('policy.author')
  @Operation('List the workflows that scoped rules may use')
  async authorable(@Query() query: PageQuery): Promise<Page<AuthorableWorkflowResponse>> {
    const page = await this.workflows.authorable(query.page());
    return mapPage(page, AuthorableWorkflowResponse.of);
  }

  @Get(':id')
  @Versioned()
  @SignedIn()
  @Operation('Get a workflow', policyErrors.workflowNotFound)
  async one(@Param('id', UuidPipe) id: string): Promise<WithVersion<WorkflowResponse>> {
    return versioned(await this.workflows.get(id));
  }

  @Put(':id')
  @Versioned()
  @GlobalAccess('workflow.edit')
  @FreshMfaWhenStrict()
  @Operation(
    'Update a workflow',
    policyErrors.workflowNotFound,
    policyErrors.workflowNameExists,
    policyErrors.workflowContradictory,
  )
  async update(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateWorkflowBody,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<WithVersion<WorkflowResponse>> {
    return versioned(await this.workflows.update(caller, id, body, expected));
  }

  @Delete(':id')
  @Versioned()
  @HttpCode(204)
  @GlobalAccess('workflow.edit')
  @FreshMfaWhenStrict()
  @Operation('Delete a workflow that no rule uses', policyErrors.workflowNotFound, policyErrors.workflowInUse)
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<void> {
    await this.workflows.delete(caller, id, expected);
  }
}
