/** The part of GET /meta that comes from the api's configuration. Also the injection token. */
export abstract class MetaOptions {
  abstract readonly securityProfile: 'standard' | 'strict';
  abstract readonly oidc: { readonly issuer: string } | null;
  abstract readonly webauthn: object | null;
  abstract readonly requireMfaAtLogin: boolean;
  abstract readonly gitopsEnabled: boolean;
  abstract readonly agentDirectMintEnabled: boolean;
  abstract readonly consoleEnabled: boolean;
}
