import { Injectable } from '@nestjs/common';
import { consoleDigest, consoleManifest } from '../console/console-manifest.js';
import { consoleFolder } from '../console/serve-console.js';
import { MetaOptions } from './meta-options.js';

/** The console that this process serves, read once at boot as its files are. */
@Injectable()
export class ServedConsole {
  /** SHA-256 of its manifest; null without one. */
  readonly digest: string | null;

  constructor({ consoleEnabled }: MetaOptions) {
    const manifest = consoleEnabled ? consoleManifest(consoleFolder()) : null;
    this.digest = manifest === null ? null : consoleDigest(manifest);
  }
}
