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
      'The e-mail of the first, local administrator, whom the api makes when it starts and there is no local account; ' +
      'after that it changes nothing. Without it there is no sign-in by password.',
    example: 'admin@example.com',
  }),
  SVC_BOOTSTRAP_ADMIN_PASSWORD: optional(api, parsePassword, {
    secret: true,
    requiredWhen: { SVC_BOOTSTRAP_ADMIN_EMAIL: SET },
    meaning:
      "The first administrator's password, at most 72 bytes. Changing it later does not change the account's.",
    example: 'a long password of your own',
  }),
  SVC_BOOTSTRAP_ADMIN_USER_ID: optional(api, parseUuid, {
    meaning:
      'The id of a user who gets the role admin when the api starts; for whoever signs in at an identity provider only.',
    example: '0199a000-0000-7000-8000-00000000000a',
  }),
} as const;

export const SESSION_VARIABLES = {
  SVC_JWT_TOKEN_TTL: defaulted(api, parseWholeSeconds, '8h', {
    meaning: 'How long a login token lasts; never longer than its session.',
    example: '1h',
  }),
  SVC_SESSION_ABSOLUTE_TTL: defaulted(api, parseWholeSeconds, '8h', {
    meaning: 'How long a session lasts at most.',
    example: '12h',
  }),
  SVC_SESSION_IDLE_TTL: defaulted(api, parseWholeSeconds, '30m', {
    meaning: 'How long a session lasts without a call.',
    example: '15m',
  }),
  SVC_STEP_UP_TTL: defaulted(api, parseWholeSeconds, '15m', {
    meaning: 'For how long a proven second factor counts as fresh.',
    example: '5m',
  }),
  SVC_REQUIRE_MFA_AT_LOGIN: defaulted(api, parseBoolean, 'false', {
    meaning: 'Whether a session needs a second factor before anything else.',
    example: 'true',
  }),
  SVC_MFA_CHANGE_STEP_UP: defaulted(api, parseBoolean, 'true', {
    meaning:
      'Whether somebody who holds a second factor has to prove one before adding or removing one. The strict profile ' +
      'refuses `false`.',
    example: 'true',
  }),
  SVC_WEBAUTHN_RP_ID: optional(api, parseDomain, {
    meaning:
      'The domain that WebAuthn credentials belong to, for good. WebAuthn is off unless this and the origins are set.',
    example: 'countersign.example',
  }),
  SVC_WEBAUTHN_RP_ORIGINS: optional(api, parseOriginList, {
    meaning: "The console's origins within that domain, separated by commas.",
    example: 'https://countersign.example',
  }),
} as const;

export const OIDC_VARIABLES = {
  SVC_OIDC_ISSUER: optional(api, parseWebAddress, {
    meaning: "The identity provider's issuer. Its routes exist only where this is set.",
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
    meaning: 'The scopes to ask for, separated by spaces; `openid` is one of them.',
    example: 'openid email profile',
  }),
  SVC_OIDC_GROUPS_CLAIM: defaulted(api, parseText, 'groups', {
    meaning: "The claim that holds somebody's groups.",
    example: 'roles',
  }),
  SVC_OIDC_GROUP_MAP: defaulted(api, parseGroupMap, '{}', {
    meaning: 'Which group gives which role, as a JSON object. Looked at in every sign-in.',
    example: '{"platform-admins": "admin", "developers": "developer"}',
  }),
  SVC_OIDC_TRUSTED_AMR_MFA: defaulted(api, parseBoolean, 'false', {
    meaning: "Whether the provider's word (`amr`, `auth_time`) counts as a proven second factor.",
    example: 'true',
  }),
} as const;
