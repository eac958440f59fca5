import { DomainError } from '#libs/core';

/** Errors of agents and enrollment tokens. */
export const agentErrors = {
  /** One message for every cause, so that it reveals nothing (D51). */
  unauthorized: () => new DomainError('unauthorized', 'unauthenticated', 'Invalid credential.'),
  notFound: () => new DomainError('agent_not_found', 'not_found', 'Agent not found.'),
  legacyMintDisabled: () =>
    new DomainError(
      'legacy_mint_disabled',
      'forbidden',
      'Minting agent credentials is disabled; enroll the agent with a token.',
    ),
  tokenNotFound: () =>
    new DomainError('enrollment_token_not_found', 'not_found', 'Enrollment token not found.'),
  tokenExpired: () =>
    new DomainError(
      'enrollment_token_expired',
      'gone',
      'This enrollment token has expired; request a new one.',
    ),
  tokenConsumed: () =>
    new DomainError(
      'enrollment_token_consumed',
      'conflict',
      'This enrollment token has already been used; request a new one.',
    ),
  clusterMismatch: () =>
    new DomainError(
      'cluster_mismatch',
      'conflict',
      "The cluster name differs from the connection's or the token's.",
    ),
  publicKeyInvalid: () =>
    new DomainError('public_key_invalid', 'invalid', 'The public key is not a usable X25519 key.'),
  publicKeyMissing: () => new DomainError('public_key_missing', 'conflict', 'Register a public key first.'),
  keyNotRequested: () =>
    new DomainError('key_not_requested', 'invalid', 'This job does not include that key.'),
  envelopeInvalid: () => new DomainError('envelope_invalid', 'invalid', 'The envelope cannot be decrypted.'),
  dekMismatch: () =>
    new DomainError('dek_mismatch', 'conflict', 'The data key was issued for another job or attempt.'),
  dekExpired: () =>
    new DomainError('dek_expired', 'gone', 'The data key is unknown or has expired; request a new one.'),
} as const;
