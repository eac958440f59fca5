import type { SecretBytes } from '#libs/secret-bytes';

/**
 * The secret of the agent's calls. After a rotation the previous one is kept while the control plane accepts both: if the
 * new one is refused, because an earlier rotation request arrived late, the agent is not locked out.
 */
export class AgentCredentials {
  #current: SecretBytes;
  #previous: SecretBytes | null;
  #fellBack = false;

  constructor(current: SecretBytes, previous: SecretBytes | null = null) {
    this.#current = current;
    this.#previous = previous;
  }

  get current(): SecretBytes {
    return this.#current;
  }

  get hasPrevious(): boolean {
    return this.#previous !== null;
  }

  /** Returns whether the newest secret was refused and the previous one, which expires soon, is in use again. */
  get fellBack(): boolean {
    return this.#fellBack;
  }

  /** Replaces the secret for all later calls. */
  replace(next: SecretBytes): void {
    this.#previous?.wipe();
    [this.#previous, this.#current, this.#fellBack] = [this.#current, next, false];
  }

  forgetPrevious(): void {
    this.#previous?.wipe();
    this.#previous = null;
  }

  /** Reports that the control plane refused this secret; returns whether to retry with another one. */
  refused(secret: SecretBytes): boolean {
    if (secret !== this.#current) return true;
    if (!this.#previous) return false;
    [this.#current, this.#previous, this.#fellBack] = [this.#previous, null, true];
    return true;
  }
}
