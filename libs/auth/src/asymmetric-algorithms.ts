/** Asymmetric signature algorithms only (RFC 7518 §3.1, RFC 8037 §3.1): with a shared secret, a verifier could sign. */
export const ASYMMETRIC_ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];
