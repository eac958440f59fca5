import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import { FactorReset } from '#libs/auth';
import type { Page } from '#libs/core';
import type { Caller } from '#libs/permissions';
import { rbacErrors } from '#libs/rbac';
import { UserAdministration, UserReadModel, usersErrors } from '#libs/users';
import { Access, FreshMfa, FreshMfaWhenStrict, GlobalAccess, Unaudited } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Idempotent } from '../http/idempotent.js';
import { mapPage, Paged } from '../http/paged.js';
import { UuidPipe } from '../http/uuid.pipe.js';
import { Operation, Tag } from '../openapi/operation.js';
import {
  AdministeredUserResponse,
  CreateUserBody,
  DisabledBody,
  ListUsersQuery,
  UpdateUserBody,
  UserResponse,
} from './users.dto.js';

@Tag('users')
@Controller('users')
export class UsersController {
  constructor(
    private readonly users: UserReadModel,
    private readonly administration: UserAdministration,
    private readonly factorReset: FactorReset,
  ) {}

  @Get()
  @Paged()
  @Access('user_role.edit')
  @Operation('List users')
  async list(@Query() query: ListUsersQuery): Promise<Page<AdministeredUserResponse>> {
    const page = await this.users.list({ email: query.email }, query.page());
    return mapPage(page, AdministeredUserResponse.of);
  }

  @Post()
  @Idempotent()
  @GlobalAccess('user_role.edit')
  @FreshMfa()
  @Operation('Create a local account', usersErrors.localSignInUnavailable, usersErrors.emailExists)
  async create(@CurrentCaller() caller: Caller, @Body() body: CreateUserBody): Promise<UserResponse> {
    const { email, password, display_name: displayName = null } = body;
    return UserResponse.of(await this.administration.createLocal(caller, { email, displayName, password }));
  }

  @Get(':id')
  @Access('user_role.edit')
  @Operation('Get a user', usersErrors.userNotFound)
  async one(@Param('id', UuidPipe) id: string): Promise<AdministeredUserResponse> {
    return AdministeredUserResponse.of(await this.users.get(id));
  }

  @Put(':id')
  @GlobalAccess('user_role.edit')
  @FreshMfaWhenStrict()
  @Operation('Set the display name of a user', usersErrors.userNotFound)
  async update(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: UpdateUserBody,
  ): Promise<UserResponse> {
    return UserResponse.of(await this.administration.rename(caller, id, body.display_name));
  }

  @Put(':id/disabled')
  @Unaudited('silent when the account is so already')
  @GlobalAccess('user_role.edit')
  @FreshMfaWhenStrict()
  @Operation('Disable or enable a user', usersErrors.userNotFound, rbacErrors.lastAdmin)
  async setDisabled(
    @CurrentCaller() caller: Caller,
    @Param('id', UuidPipe) id: string,
    @Body() body: DisabledBody,
  ): Promise<UserResponse> {
    return UserResponse.of(await this.administration.setDisabled(caller, id, body.disabled));
  }

  @Post(':id/unlock')
  @GlobalAccess('user_role.edit')
  @HttpCode(204)
  @FreshMfaWhenStrict()
  @Operation('Unlock an account', usersErrors.userNotFound)
  async unlock(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.administration.unlock(caller, id);
  }

  @Delete(':id/sessions')
  @GlobalAccess('user_role.edit')
  @HttpCode(204)
  @FreshMfaWhenStrict()
  @Operation('Revoke every session of a user', usersErrors.userNotFound)
  async revokeSessions(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.administration.revokeSessions(caller, id);
  }

  @Delete(':id/mfa/factors')
  @GlobalAccess('user_role.edit')
  @FreshMfa()
  @HttpCode(204)
  @Operation("Delete a user's second factors and sessions", usersErrors.userNotFound)
  async clearFactors(@CurrentCaller() caller: Caller, @Param('id', UuidPipe) id: string): Promise<void> {
    await this.factorReset.clear(caller, id);
  }
}
