import type { Parameter } from './schema.js';

const text = (description: string) => ({ description, schema: { type: 'string' } });

export const INFO = {
  title: 'Countersign',
  version: '1',
  description: [
    'A control plane for access to secrets.',
    'An address that nothing serves answers 404 `route_not_found`, a method that an address does not take ' +
      '405 `method_not_allowed` with `Allow`; HEAD and OPTIONS never have an effect. A request that does not arrive ' +
      'in time answers 408 `request_timeout`, and its connection ends. 500 `internal_error` is a fault ' +
      'of the service, and so no answer of any operation: report it with its `X-Correlation-Id`.',
    'What belongs to GitOps (`SVC_GITOPS_ENABLED`), to an identity provider (`SVC_OIDC_ISSUER`) and to WebAuthn ' +
      '(`SVC_WEBAUTHN_RP_ID`) is there only where it is set up.',
    'Every answer carries `X-Correlation-Id`. Times are ISO 8601 in UTC; ids are UUIDs; lists are oldest first, ' +
      'the audit log newest first, and paged by the `next` link of the `Link` header (RFC 8288).',
    'Where a GET takes `Prefer: wait=25`, there is no need to ask every few seconds: sent with the `ETag` of the last answer as ' +
      '`If-None-Match`, it is answered when there is another one, within about a second. The tag is of what this caller ' +
      'sees at this address, with its actions and names. The call ends as the next one would be answered, 401 or 403 included.',
  ].join('\n\n'),
  license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
};

export const SECURITY_SCHEMES = {
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'Token returned by POST /auth/login.',
  },
  session: { type: 'apiKey', in: 'cookie', name: 'svc_session', description: "The browser's session." },
  agentSecret: {
    type: 'apiKey',
    in: 'header',
    name: 'X-Agent-Secret',
    description: 'Credential of the agent in the path.',
  },
};

export const SHARED_HEADERS = {
  'X-Correlation-Id': {
    description:
      'Correlation id of the call in logs and audit events: the sent UUID, unless it is of version 7.',
    schema: { type: 'string', format: 'uuid' },
  },
  'Retry-After': { description: 'Seconds to wait.', schema: { type: 'integer' } },
  'WWW-Authenticate': text('Required authentication (RFC 9470).'),
  Link: text('`<...>; rel="next"` when there are more rows.'),
  'Cache-Control': text('Caching directives for the response.'),
  Vary: text('Request headers that the response depends on.'),
  ETag: text('Entity tag of the content.'),
  'Preference-Applied': text(
    '`wait=<seconds>` when the call waited; a 304 without it was returned immediately, so try again later.',
  ),
  Location: text('The URL to continue at.'),
  'Set-Cookie': text('The session or flow cookie: HttpOnly.'),
};

export const SHARED_PARAMETERS: Record<string, Parameter> = {
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    description: 'A call with the same key and body within 24 hours returns the first response again.',
    schema: { type: 'string', pattern: '^[\\x21-\\x7e]{1,255}$' },
  },
  Background: {
    name: 'Countersign-Background',
    in: 'header',
    description:
      "`1` for a call by an open page instead of a user's action, which does not extend the idle expiry of the session.",
    schema: { type: 'string', enum: ['1'] },
  },
  User: {
    name: 'Countersign-User',
    in: 'header',
    description:
      'Id of the user for whom the call is made; 401 `unauthenticated` when the session belongs to another user, who signed in in another tab.',
    schema: { type: 'string', format: 'uuid' },
  },
  Session: {
    name: 'Countersign-Session',
    in: 'header',
    description: '`cookie` for a session by cookie only: the response has no token.',
    schema: { type: 'string', enum: ['cookie'] },
  },
  IfMatch: {
    name: 'If-Match',
    in: 'header',
    description: 'The `ETag` that the change is based on; 412 `changed_meanwhile` when it is not current.',
    schema: { type: 'string' },
  },
  IfNoneMatch: {
    name: 'If-None-Match',
    in: 'header',
    description: "The `ETag` of the caller's copy; 304 while it is current (RFC 9110 §13.1.2).",
    schema: { type: 'string' },
  },
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`wait=<seconds>` (RFC 7240 §4.3), 1 to 25: with a current `If-None-Match`, the response is sent when it changes, or as ' +
      '304 after so many seconds, or immediately with too many waiting calls.',
    schema: { type: 'string' },
  },
};
