import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Injectable } from '@nestjs/common';

/** The version of this release, read once at boot. */
@Injectable()
export class SoftwareVersion {
  readonly version: string;

  constructor() {
    const manifest = readFileSync(createRequire(import.meta.url).resolve('#package'), 'utf8');
    this.version = (JSON.parse(manifest) as { version: string }).version;
  }
}
