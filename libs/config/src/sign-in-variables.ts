import { parseWholeSeconds } from './parse-duration.js';
import { parseGroupMap } from './parse-group-map.js';
import { parsePassword, parseSecretText } from './parse-secret.js';
import { parseBoolean, parseDomain, parseEmail, parseScopes, parseText, parseUuid } from './parse-text.js';
import { parseOriginList, parseWebAddress } from './parse-url.js';
import { defaulted, optional, SET } from './variable.js';

const api = ['api'] as const;

const withOidc = { requiredWhen: { SVC_OIDC_ISSUER: SET } };

export const FIRST_ADMINISTRATOR_VARIABLES = {
  SVC_BOOTSTRAP_ADMIN_EMAIL: optional(api, parseEmail, {
    requiredWhen: { SVC_BOOTSTRAP_ADMIN_PASSWORD: SET },
    meaning:
      'The e-mail of the first administrator, a local account that the api creates at startup if there is none. ' +
      'Ignored afterwards. Without any local account there is no password sign-in.',
    example: 'admin@example.com',
  }),
  SVC_BOOTSTRAP_ADMIN_PASSWORD: optional(api, parsePassword, {
    secret: true,
    requiredWhen: { SVC_BOOTSTRAP_ADMIN_EMAIL: SET },
    meaning:
      "The first administrator's password, at most 72 bytes. Changing it later does not change the account.",
    example: 'a long password of your own',
  }),
  SVC_BOOTSTRAP_ADMIN_USER_ID: optional(api, parseUuid, {
    meaning:
      'The id of a user who is granted the admin role at startup; for installations with an identity provider only.',
    example: '0199a000-0000-7000-8000-00000000000a',
  }),
} as const;

export const SESSION_VARIABLES = {
  SVC_JWT_TOKEN_TTL: defaulted(api, parseWholeSeconds, '8h', {
    meaning: 'Lifetime of a login token; it never outlives its session.',
    example: '1h',
  }),
  SVC_SESSION_ABSOLUTE_TTL: defaulted(api, parseWholeSeconds, '8h', {
    meaning: 'Maximum lifetime of a session.',
    example: '12h',
  }),
  SVC_SESSION_IDLE_TTL: defaulted(api, parseWholeSeconds, '30m', {
    meaning: 'How long an idle session lasts.',
    example: '15m',
  }),
  SVC_STEP_UP_TTL: defaulted(api, parseWholeSeconds, '15m', {
    meaning: 'How long a step-up stays fresh.',
    example: '5m',
  }),
  SVC_REQUIRE_MFA_AT_LOGIN: defaulted(api, parseBoolean, 'false', {
    meaning: 'Whether a session requires a step-up before any other call.',
    example: 'true',
  }),
  SVC_MFA_CHANGE_STEP_UP: defaulted(api, parseBoolean, 'true', {
    meaning:
      'Whether a user with a second factor needs a fresh step-up to add or remove one. The strict profile requires ' +
      '`true`.',
    example: 'true',
  }),
  SVC_WEBAUTHN_RP_ID: optional(api, parseDomain, {
    meaning:
      'The WebAuthn relying party id, a domain; changing it invalidates all credentials. WebAuthn needs this and the origins.',
    example: 'countersign.example',
  }),
  SVC_WEBAUTHN_RP_ORIGINS: optional(api, parseOriginList, {
    meaning: "The console's origins within that domain, separated by commas.",
    example: 'https://countersign.example',
  }),
} as const;

export const OIDC_VARIABLES = {
  SVC_OIDC_ISSUER: optional(api, parseWebAddress, {
    meaning: "The identity provider's issuer. Without it, OIDC sign-in and its routes are off.",
    example: 'https://id.example/realms/company',
  }),
  SVC_OIDC_CLIENT_ID: optional(api, parseText, {
    ...withOidc,
    meaning: 'The client id of this installation at the provider.',
    example: 'countersign',
  }),
  SVC_OIDC_CLIENT_SECRET: optional(api, parseSecretText, {
    ...withOidc,
    secret: true,
    meaning: "The client's secret at the provider.",
    example: 'the-secret-that-the-provider-shows',
  }),
  SVC_OIDC_REDIRECT_URL: optional(api, parseWebAddress, {
    meaning:
      'The redirect address as registered at the provider. Default: `SVC_PUBLIC_URL` with `/api/v1/auth/oidc/callback`.',
    example: 'https://countersign.example/api/v1/auth/oidc/callback',
  }),
  SVC_OIDC_SCOPES: defaulted(api, parseScopes, 'openid email profile groups', {
    meaning: 'The requested scopes, separated by spaces; `openid` is required.',
    example: 'openid email profile',
  }),
  SVC_OIDC_GROUPS_CLAIM: defaulted(api, parseText, 'groups', {
    meaning: "The claim with the user's groups.",
    example: 'roles',
  }),
  SVC_OIDC_GROUP_MAP: defaulted(api, parseGroupMap, '{}', {
    meaning: 'Roles by group, as a JSON object. Applied at every sign-in.',
    example: '{"platform-admins": "admin", "developers": "developer"}',
  }),
  SVC_OIDC_TRUSTED_AMR_MFA: defaulted(api, parseBoolean, 'false', {
    meaning: 'Whether a strong `amr` of the provider, with `auth_time`, counts as a step-up.',
    example: 'true',
  }),
} as const;
