import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { componentLogger } from '#libs/logging';
import { KeyService } from './key.service.js';

/**
 * Readiness of the key service (D80, D90). Retries the check on each call until it has passed once; afterwards
 * readiness no longer depends on it.
 */
@Injectable()
export class KeyServiceHealth implements OnApplicationBootstrap {
  readonly #logger = componentLogger(KeyServiceHealth.name);
  #passed = false;
  #running: Promise<void> | undefined;

  constructor(private readonly keys: KeyService) {}

  /** Checks at boot. A failure only leaves the process unready, so that it recovers without a restart. */
  async onApplicationBootstrap(): Promise<void> {
    await this.requirePassed().catch((err: unknown) =>
      this.#logger.warn({ err }, 'key service check failed; not ready until it succeeds'),
    );
  }

  /**
   * Resolves once the check has passed. Concurrent calls share one check.
   *
   * @throws KeyDeniedError, KeyUnavailableError or another error of the check
   */
  async requirePassed(): Promise<void> {
    if (this.#passed) return;
    this.#running ??= this.#check().finally(() => (this.#running = undefined));
    await this.#running;
  }

  async #check(): Promise<void> {
    await this.keys.check();
    this.#passed = true;
  }
}
