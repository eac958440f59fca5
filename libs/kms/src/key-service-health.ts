import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { KeyService } from './key.service.js';

/**
 * Whether the key service was there at boot, for readiness (D80, D90). Until it has passed its check once,
 * each question tries again; afterwards readiness does not depend on it any more.
 */
@Injectable()
export class KeyServiceHealth implements OnApplicationBootstrap {
  readonly #logger = new Logger(KeyServiceHealth.name);
  #passed = false;
  #running: Promise<boolean> | undefined;

  constructor(private readonly keys: KeyService) {}

  /** Never refuses the boot: the process stays up and unready, so that it recovers without a restart. */
  async onApplicationBootstrap(): Promise<void> {
    if (await this.hasPassed()) return;
    this.#logger.warn('The key service did not pass its boot check; readiness answers 503 until it does.');
  }

  /** True once the check has passed. Questions asked while a check runs share its outcome. */
  async hasPassed(): Promise<boolean> {
    if (this.#passed) return true;
    this.#running ??= this.#check().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #check(): Promise<boolean> {
    this.#passed = await this.keys.check().then(
      () => true,
      () => false,
    );
    return this.#passed;
  }
}
