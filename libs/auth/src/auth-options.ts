import type { SecretBytes } from '#libs/secret-bytes';

/** Options of sign-in and sessions, from the api's configuration. Also the injection token. */
export abstract class AuthOptions {
  /** Only in development may a workload issuer use plain http. */
  abstract readonly env: 'production' | 'development';
  abstract readonly jwt: { readonly secret: SecretBytes; readonly tokenTtlSeconds: number };
  abstract readonly session: { readonly absoluteSeconds: number; readonly idleSeconds: number };
  /** How long a step-up stays fresh. */
  abstract readonly stepUpSeconds: number;
  /** A user who holds a factor needs a fresh step-up to add or remove one (D22). */
  abstract readonly mfaChangeStepUp: boolean;
  /** The WebAuthn relying party; null allows only authenticator apps. */
  abstract readonly webauthn: { readonly rpId: string; readonly origins: readonly string[] } | null;
  abstract readonly bootstrapAdmin: {
    readonly email: string | null;
    readonly password: SecretBytes | null;
    readonly userId: string | null;
  };
}
