import type { SecretBytes } from '#libs/secret-bytes';

/**
 * The secret that the agent's calls carry. After a rotation the one before stays beside it for as long as the control
 * plane takes both: should the new one be refused, because an earlier request for one arrived late, the agent is not
 * locked out.
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

  /** Returns whether the newest secret was refused and the one before, which soon ends, is in use again. */
  get fellBack(): boolean {
    return this.#fellBack;
  }

  /** Calls that begin from now on carry the next secret. */
  replace(next: SecretBytes): void {
    this.#previous?.wipe();
    [this.#previous, this.#current, this.#fellBack] = [this.#current, next, false];
  }

  forgetPrevious(): void {
    this.#previous?.wipe();
    this.#previous = null;
  }

  /** The control plane has refused this secret; returns whether another one may be tried. */
  refused(secret: SecretBytes): boolean {
    if (secret !== this.#current) return true;
    if (!this.#previous) return false;
    [this.#current, this.#previous, this.#fellBack] = [this.#previous, null, true];
    return true;
  }
}
