import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Injectable } from '@nestjs/common';

/** The committed description of the interface (`npm run openapi`), read once at boot. */
@Injectable()
export class InterfaceDocument {
  readonly bytes = readFileSync(createRequire(import.meta.url).resolve('#openapi'));
  readonly etag = `"${createHash('sha256').update(this.bytes).digest('base64url')}"`;
}
