import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { componentLogger } from '#libs/logging';
import { KeyService } from './key.service.js';

/**
 * Whether the key service was there at boot, for readiness (D80, D90). Until it has passed its check once,
 * each question tries again; afterwards readiness does not depend on it any more.
 */
@Injectable()
export class KeyServiceHealth implements OnApplicationBootstrap {
  readonly #logger = componentLogger(KeyServiceHealth.name);
  #passed = false;
  #running: Promise<void> | undefined;

  constructor(private readonly keys: KeyService) {}

  /** Never refuses the boot: the process stays up and unready, so that it recovers without a restart. */
  async onApplicationBootstrap(): Promise<void> {
    await this.requirePassed().catch((err: unknown) =>
      this.#logger.warn({ err }, 'key service check failed; not ready until it succeeds'),
    );
  }

  /**
   * Resolves once the check has passed. Questions asked while a check runs share its outcome.
   *
   * @throws KeyDeniedError, KeyUnavailableError or what else the check failed with
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
