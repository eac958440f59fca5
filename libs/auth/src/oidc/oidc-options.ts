import type { SecretBytes } from '#libs/secret-bytes';

/** Configuration of the identity provider. Also the injection token. */
export abstract class OidcOptions {
  abstract readonly issuer: string;
  abstract readonly clientId: string;
  abstract readonly clientSecret: SecretBytes;
  abstract readonly redirectUrl: string;
  abstract readonly scopes: readonly string[];
  abstract readonly groupsClaim: string;
  /** Role names by the provider's group names. */
  abstract readonly groupMap: Readonly<Record<string, string>>;
  /** Whether strong amr values of the ID token count as a step-up (SVC_OIDC_TRUSTED_AMR_MFA). */
  abstract readonly trustedAmrMfa: boolean;
  /** Under `strict`, a token without auth_time never counts as a step-up (D95). */
  abstract readonly securityProfile: 'standard' | 'strict';
  abstract readonly session: { readonly absoluteSeconds: number };
}
