import { DomainError } from '#libs/core';

/** `undecryptable`: permanent, this text does not decrypt. `unavailable`: temporary, the backend is unreachable. */
export type KeyServiceFailure = 'undecryptable' | 'unavailable';

/** A failure of the key service. Messages contain no key, text or context. */
export class KeyServiceError extends DomainError {
  constructor(
    readonly reason: KeyServiceFailure,
    message = 'The ciphertext cannot be decrypted.',
  ) {
    const isUnavailable = reason === 'unavailable';
    super(
      isUnavailable ? 'dependency_unavailable' : 'internal_error',
      isUnavailable ? 'unavailable' : 'internal',
      message,
    );
  }
}

/** The backend is unreachable or rejects our credentials: 503, and the caller consumes nothing (D57, D90). */
export class KeyUnavailableError extends KeyServiceError {
  constructor(message = 'The key service is unavailable; try again shortly.') {
    super('unavailable', message);
  }
}

/** The backend is reachable but rejects our credentials or permissions. For callers the same as unavailable. */
export class KeyDeniedError extends KeyUnavailableError {
  constructor() {
    super('The key service denied access: check its credentials and their permissions.');
  }
}

/** An invalid setting of the key service. The message names the setting, not its value. */
export class KeyConfigError extends Error {
  override readonly name = 'KeyConfigError';
}
