import { Body, Controller, Delete, Get, HttpCode, Param, Post, Query } from '@nestjs/common';
import type { Page } from '#libs/core';
import { AssignmentService, rbacErrors, RbacReadModel } from '#libs/rbac';
import type { Caller } from '#libs/permissions';
import { tenancyErrors } from '#libs/tenancy';
import { usersErrors } from '#libs/users';
import { Access, FreshMfaWhenStrict, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { PageQuery } from '../http/page.dto.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import { AssignmentResponse, GrantRoleBody, UserRolesQuery } from './user-roles.dto.js';

@Tag('roles')
@Controller()
export class UserRolesController {
  constructor(
    private readonly assignments: AssignmentService,
    private readonly rbac: RbacReadModel,
  ) {}

  @Post('user-roles')
  @Idempotent()
  @Access('user_role.edit')
  @FreshMfaWhenStrict()
  @Operation(
    'Assign a role to a user',
    rbacErrors.scopeInvalid,
    rbacErrors.scopeRequired,
    rbacErrors.grantExceedsOwn,
    usersErrors.userNotFound,
    rbacErrors.roleNotFound,
    tenancyErrors.projectNotFound,
    tenancyErrors.teamNotFound,
    rbacErrors.assignmentExists,
  )
  async grant(@CurrentCaller() caller: Caller, @Body() body: GrantRoleBody): Promise<AssignmentResponse> {
    const input = { userId: body.user_id, roleId: body.role_id, scope: body.scope };
    return AssignmentResponse.of(await this.assignments.grant(caller, input));
  }

  @Get('user-roles')
  @Paged()
  @SignedIn()
  @Operation('List role assignments')
  async list(@Query() query: UserRolesQuery): Promise<Page<AssignmentResponse>> {
    const page = await this.rbac.listAssignments(query.filter(), query.page(), query.order);
    return mapPage(page, AssignmentResponse.of);
  }

  @Get('users/:userID/roles')
  @Paged()
  @SignedIn()
  @Operation("List a user's roles", usersErrors.userNotFound)
  async ofUser(
    @Param('userID', UuidPipe) userId: string,
    @Query() query: PageQuery,
  ): Promise<Page<AssignmentResponse>> {
    const page = await this.rbac.listAssignmentsOfUser(userId, query.page());
    return mapPage(page, AssignmentResponse.of);
  }

  @Delete('user-roles/:id')
  @HttpCode(204)
  @Access('user_role.edit')
  @FreshMfaWhenStrict()
  @Operation(
    'Revoke a role from a user',
    rbacErrors.assignmentNotFound,
    rbacErrors.grantExceedsOwn,
    rbacErrors.lastAdmin,
  )
  async revoke(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.assignments.revoke(caller, id);
  }
}
