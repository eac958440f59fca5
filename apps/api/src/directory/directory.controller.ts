import { Body, Controller, Get, HttpCode, Post, Query } from '@nestjs/common';
import { DirectoryReadModel } from '#libs/directory';
import type { Caller } from '#libs/permissions';
import { UserReadModel } from '#libs/users';
import { Access, ErrorEnvelopeV2, ForWorkloads, SignedIn, Unaudited } from '../access/access.js';
import { CurrentCaller } from '../access/principal.js';
import { Operation, Tag } from '../openapi/operation.js';
import { NamedRefResponse, PeopleQuery, PersonResponse, ResolveBody } from './directory.dto.js';

@Tag('directory')
@ErrorEnvelopeV2()
@Controller('directory')
export class DirectoryController {
  constructor(
    private readonly directory: DirectoryReadModel,
    private readonly people: UserReadModel,
  ) {}

  /**
   * Leaves out references that are unknown or not visible to the caller. A user's name is visible to that user and to
   * holders of audit.read or user_role.edit.
   */
  @Post('resolve')
  @HttpCode(200)
  @Unaudited('a read: the references are too many for an address')
  @SignedIn()
  @ForWorkloads()
  @Operation('Get the names of up to 200 references')
  async resolve(@CurrentCaller() caller: Caller, @Body() body: ResolveBody): Promise<NamedRefResponse[]> {
    return this.directory.resolve(caller, body.refs);
  }

  /** Returns at most ten users, ordered by e-mail. */
  @Get('users')
  @Access('audit.read', 'user_role.edit')
  @Operation('Find users by the prefix of an e-mail or name')
  async users(@Query() query: PeopleQuery): Promise<PersonResponse[]> {
    return this.people.beginningWith(query.q);
  }
}
