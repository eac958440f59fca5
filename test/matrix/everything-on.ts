import { canary } from '../support/canary.js';

/**
 * Every feature enabled, as in the description. The identity provider is unreachable: no call of the matrix gets that
 * far.
 */
export const EVERYTHING_ON = {
  SVC_PUBLIC_URL: 'http://localhost',
  SVC_GITOPS_ENABLED: 'true',
  SVC_OIDC_ISSUER: 'http://127.0.0.1:1',
  SVC_OIDC_CLIENT_ID: 'matrix',
  SVC_OIDC_CLIENT_SECRET: canary('client secret at the provider'),
  SVC_WEBAUTHN_RP_ID: 'localhost',
  SVC_WEBAUTHN_RP_ORIGINS: 'http://localhost',
};
