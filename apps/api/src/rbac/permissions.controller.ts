import { createHash } from 'node:crypto';
import { Controller, Get, Header, Headers, Res } from '@nestjs/common';
import type { Response } from 'express';
import { PERMISSION_CATALOG } from '#libs/permissions';
import { SignedIn } from '../access/access.js';
import { Answers, Operation, Tag } from '../openapi/operation.js';
import { matchesTag } from '../waits/entity-tag.js';

class PermissionResponse {
  permission: string;
  group: string;
  description: string;
}

const CATALOG: PermissionResponse[] = PERMISSION_CATALOG.map((entry) => ({ ...entry }));
const ETAG = `"${createHash('sha256').update(JSON.stringify(CATALOG)).digest('base64url')}"`;

@Tag('roles')
@Controller('permissions')
export class PermissionsController {
  /** Returns 304 for a client with the current ETag (RFC 9110 §13.1.2). */
  @Get()
  @SignedIn()
  @Header('Cache-Control', 'private, max-age=300')
  @Header('ETag', ETAG)
  @Operation('List all permissions')
  @Answers(304, "The client's copy is current.")
  list(
    @Headers('if-none-match') held: string | undefined,
    @Res({ passthrough: true }) response: Response,
  ): PermissionResponse[] | undefined {
    if (!held || !matchesTag(held, ETAG)) return CATALOG;
    response.status(304);
    return undefined;
  }
}
