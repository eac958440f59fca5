/** An agent's public key that must not be used: wrong length, not base64, or a low-order point. */
export class PublicKeyInvalidError extends Error {
  override readonly name = 'PublicKeyInvalidError';

  constructor() {
    super('The public key is not a usable X25519 key.');
  }
}

/** An envelope, key or binding that can't be used. One message for every cause, so that it gives an attacker no oracle. */
export class EnvelopeError extends Error {
  override readonly name = 'EnvelopeError';

  constructor() {
    super('The envelope cannot be decrypted.');
  }
}
