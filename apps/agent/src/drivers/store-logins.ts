import { LOGIN_CODES, StoreError, type StoreErrorCode } from './store-error.js';

/** A store that no longer accepts the agent's identity, or for which the agent no longer has one. */
export interface StoreLoginRefusal {
  /** The provider type. */
  readonly store: string;
  /** The store's origin, which is allowed by the agent's operator. */
  readonly address: string;
  readonly code: StoreErrorCode;
  readonly since: Date;
}

/** Codes that a store returns only after it has accepted the login. */
const AFTER_LOGIN = new Set<StoreErrorCode>([
  'permission_denied',
  'secret_not_found',
  'secret_deleted',
  'secret_disabled',
  'key_not_found',
]);

/**
 * Tracks whether the store accepted the agent's login at the last attempt of a job: an agent has one connection, and so one
 * store.
 */
export class StoreLogins {
  #refusal: StoreLoginRefusal | null = null;

  get refusal(): StoreLoginRefusal | null {
    return this.#refusal;
  }

  /** Records a successful operation at the store. */
  accepted(): void {
    this.#refusal = null;
  }

  /** Records a failed operation at the store. */
  failed(store: string, address: string, error: unknown): void {
    if (!(error instanceof StoreError)) return;
    const { code } = error;
    if (AFTER_LOGIN.has(code)) this.#refusal = null;
    if (LOGIN_CODES.has(code))
      this.#refusal = { store, address, code, since: this.#refusal?.since ?? new Date() };
  }
}
