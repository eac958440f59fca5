/** What GET /meta tells of the configuration; the api's configuration has these members. Also the injection token. */
export abstract class MetaOptions {
  abstract readonly securityProfile: 'standard' | 'strict';
  abstract readonly oidc: { readonly issuer: string } | null;
  abstract readonly webauthn: object | null;
  abstract readonly requireMfaAtLogin: boolean;
  abstract readonly gitopsEnabled: boolean;
  abstract readonly agentDirectMintEnabled: boolean;
}
