import { createHash } from 'node:crypto';
import { Controller, Get, Header } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { PERMISSION_CATALOG } from '#libs/coverage';
import { SignedIn } from '../access/access.js';

export class PermissionResponse {
  permission: string;
  group: string;
  description: string;
}

const CATALOG: PermissionResponse[] = PERMISSION_CATALOG.map((entry) => ({ ...entry }));
const ETAG = `"${createHash('sha256').update(JSON.stringify(CATALOG)).digest('base64url')}"`;

@ApiTags('roles')
@Controller('permissions')
export class PermissionsController {
  /** Express answers 304 by itself to a matching If-None-Match. */
  @Get()
  @SignedIn()
  @Header('Cache-Control', 'private, max-age=300')
  @Header('ETag', ETAG)
  list(): PermissionResponse[] {
    return CATALOG;
  }
}
