/** An agent's public key that must not be used: wrong length, not base64, or a low-order point. */
export class PublicKeyInvalidError extends Error {
  override readonly name = 'PublicKeyInvalidError';

  constructor() {
    super('The public key is not a usable X25519 key.');
  }
}

/** Anything that does not open. One message for every cause, so that it tells an attacker nothing. */
export class WireEnvelopeError extends Error {
  override readonly name = 'WireEnvelopeError';

  constructor() {
    super('The envelope does not open.');
  }
}
