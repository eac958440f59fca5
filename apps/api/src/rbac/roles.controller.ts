import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { SecurityProfile } from '#libs/config';
import type { ExpectedVersion, Page } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { rbacErrors, RbacReadModel, RoleService, roleVersion } from '#libs/rbac';
import { Access, FreshMfaWhenStrict, SignedIn } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { PageQuery } from '../http/page.dto.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { IfMatch, Versioned, type WithVersion, withVersion } from '../http/versioned.js';
import { Operation, Tag } from '../openapi/operation.js';
import { CreateRoleBody, RolePermissionsBody, RoleResponse } from './roles.dto.js';

const versioned = withVersion(roleVersion, RoleResponse.of);

@Tag('roles')
@Controller('roles')
export class RolesController {
  constructor(
    private readonly roles: RoleService,
    private readonly rbac: RbacReadModel,
    private readonly profile: SecurityProfile,
  ) {}

  @Post()
  @Idempotent()
  @Access('role.edit')
  @FreshMfaWhenStrict()
  @Operation(
    'Create a role',
    rbacErrors.permissionUnknown([]),
    rbacErrors.grantExceedsOwn,
    rbacErrors.roleNameExists,
  )
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateRoleBody): Promise<RoleResponse> {
    const { name, description = '', permissions } = body;
    return RoleResponse.of(await this.roles.create(caller, { name, description, permissions }));
  }

  @Get()
  @Paged()
  @SignedIn()
  @Operation('List roles')
  async list(@Query() query: PageQuery): Promise<Page<RoleResponse>> {
    return mapPage(await this.rbac.listRoles(query.page()), RoleResponse.of);
  }

  @Get(':id')
  @Versioned()
  @SignedIn()
  @Operation('Get a role', rbacErrors.roleNotFound)
  async one(@Param('id', UuidPipe) id: string): Promise<WithVersion<RoleResponse>> {
    return versioned(await this.rbac.getRole(id));
  }

  @Put(':id/permissions')
  @Versioned()
  @Access('role.edit')
  @FreshMfaWhenStrict()
  @Operation(
    "Replace a role's permissions",
    rbacErrors.roleNotFound,
    rbacErrors.permissionUnknown([]),
    rbacErrors.grantExceedsOwn,
    rbacErrors.lastAdmin,
  )
  async setPermissions(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: RolePermissionsBody,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<WithVersion<RoleResponse>> {
    const options = { ...this.options, expected };
    return versioned(await this.roles.setPermissions(caller, id, body.permissions, options));
  }

  @Delete(':id')
  @Versioned()
  @HttpCode(204)
  @Access('role.edit')
  @FreshMfaWhenStrict()
  @Operation(
    'Delete an unassigned role',
    rbacErrors.roleNotFound,
    rbacErrors.grantExceedsOwn,
    rbacErrors.systemRow,
    rbacErrors.roleInUse,
  )
  async delete(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @IfMatch() expected: ExpectedVersion,
  ): Promise<void> {
    await this.roles.delete(caller, id, { ...this.options, expected });
  }

  private get options() {
    return { removesOwnOnly: this.profile.isStrict };
  }
}
