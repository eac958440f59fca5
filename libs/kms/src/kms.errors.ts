import { DomainError } from '#libs/core';

/** `undecryptable`: this text does not open, now or later. `unavailable`: the backend can't be asked just now. */
export type KeyServiceFailure = 'undecryptable' | 'unavailable';

/** A failure of the key service. Messages name no key, text or context. */
export class KeyServiceError extends DomainError {
  constructor(
    readonly reason: KeyServiceFailure,
    message = 'The ciphertext can not be decrypted.',
  ) {
    const isAway = reason === 'unavailable';
    super(isAway ? 'dependency_unavailable' : 'internal_error', isAway ? 'unavailable' : 'internal', message);
  }
}

/** The backend is away or refuses our credentials: 503, and the caller consumes nothing (D57, D90). */
export class KeyUnavailableError extends KeyServiceError {
  constructor(message = 'The key service is away; try again shortly.') {
    super('unavailable', message);
  }
}

/** The backend answers, and refuses our credentials or what they may do. To callers it is away all the same. */
export class KeyDeniedError extends KeyUnavailableError {
  constructor() {
    super('The key service refuses our credentials, or their permissions do not suffice.');
  }
}

/** A setting with which the key service can't start; names the setting, never its value. */
export class KeyConfigError extends Error {
  override readonly name = 'KeyConfigError';
}
