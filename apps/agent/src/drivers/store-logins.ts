import { LOGIN_CODES, StoreError, type StoreErrorCode } from './store-error.js';

/** A store that takes the agent's identity no more, or whose identity the agent no longer has. */
export interface StoreLoginRefusal {
  /** The provider type. */
  readonly store: string;
  /** The store's origin, which the operator of the agent allows. */
  readonly address: string;
  readonly code: StoreErrorCode;
  readonly since: Date;
}

/** What a store says only to those whose login it has accepted. */
const AFTER_LOGIN = new Set<StoreErrorCode>([
  'permission_denied',
  'secret_not_found',
  'secret_deleted',
  'secret_disabled',
  'key_not_found',
]);

/** Whether the store accepted the agent's login when a job last tried it: an agent has one connection, and so one store. */
export class StoreLogins {
  #refusal: StoreLoginRefusal | null = null;

  get refusal(): StoreLoginRefusal | null {
    return this.#refusal;
  }

  /** An operation at the store has succeeded. */
  accepted(): void {
    this.#refusal = null;
  }

  /** An operation at the store has failed. */
  failed(store: string, address: string, error: unknown): void {
    if (!(error instanceof StoreError)) return;
    const { code } = error;
    if (AFTER_LOGIN.has(code)) this.#refusal = null;
    if (LOGIN_CODES.has(code))
      this.#refusal = { store, address, code, since: this.#refusal?.since ?? new Date() };
  }
}
