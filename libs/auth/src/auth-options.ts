import type { SecretBytes } from '#libs/secret-bytes';

/** What sign-in and sessions are configured with; the api's configuration has these members. Also the injection token. */
export abstract class AuthOptions {
  abstract readonly jwt: { readonly secret: SecretBytes; readonly tokenTtlSeconds: number };
  abstract readonly session: { readonly absoluteSeconds: number; readonly idleSeconds: number };
  /** How long a step-up counts as fresh. */
  abstract readonly stepUpSeconds: number;
  /** A user who holds a factor needs a fresh step-up to add or remove one (D22). */
  abstract readonly mfaChangeStepUp: boolean;
  /** The relying party of WebAuthn; null: authenticator apps are the only factors. */
  abstract readonly webauthn: { readonly rpId: string; readonly origins: readonly string[] } | null;
  abstract readonly bootstrapAdmin: {
    readonly email: string | null;
    readonly password: SecretBytes | null;
    readonly userId: string | null;
  };
}
