const ID = '0197a3c2-7d10-7c3a-9b1e-5f0c2a6d8e41';
const OTHER_ID = '0197a3c2-9f44-7e0b-8a57-1c3d5e7f9a20';
const CREATED = { created_at: '2026-03-14T09:26:53.589Z', updated_at: '2026-03-14T09:26:53.589Z' };

const USER = {
  id: ID,
  email: 'ada@example.test',
  display_name: 'Ada',
  kind: 'local',
  disabled: false,
  ...CREATED,
};

const PLACE = {
  project_id: ID,
  environment_id: OTHER_ID,
  provider_connection_id: '0197a3c2-aa01-7d52-93f6-0b1c2d3e4f50',
  secret_ref: 'payments/stripe',
};

/** Examples of the main shapes; a test checks each against its schema. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  LoginBody: { email: 'ada@example.test', password: 'correct horse battery staple' },
  LoginResponse: {
    token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
    expires_at: '2026-03-14T21:26:53.589Z',
    user: USER,
  },
  UserResponse: USER,
  MetaResponse: {
    name: 'Countersign',
    api_version: '1',
    sign_in: { password: true, oidc: { label: 'idp.example.test' } },
    webauthn: true,
    mfa_at_login: false,
    gitops: false,
    direct_mint: false,
    audit_signed: true,
    console_digest: null,
    limits: { keys_read: 20, keys_patch: 100, value_bytes: 65536 },
    security_profile: 'strict',
  },
  ChallengeBody: { kind: 'totp' },
  VerifyBody: { challenge_id: ID, factor_id: OTHER_ID, code: '287082' },
  GrantRoleBody: { user_id: ID, role_id: OTHER_ID, scope: { project_id: ID } },
  CreateProjectBody: { name: 'payments', team_id: ID },
  CreateEnvironmentBody: { project_id: ID, name: 'dev', type: 'dev', risk_level: 1 },
  CreateWorkflowBody: { name: 'two people', min_approvers: 2, require_justification: true },
  CreatePolicyBody: { name: 'prod', selector: { environment_kind: 'prod' }, workflow_id: ID, priority: 900 },
  CreateConnectionBody: {
    name: 'main vault',
    type: 'vault',
    cluster_name: 'main',
    scope: { address: 'https://vault.example.test', kvMount: 'secret' },
  },
  SubmitReadBody: { ...PLACE, keys: ['api_key'], justification: 'incident 4711' },
  SubmitPatchBody: { ...PLACE, key_values: { api_key: 'c2tfdGVzdF8x' } },
  RequestResponse: {
    id: OTHER_ID,
    type: 'read',
    operation: 'read',
    status: 'pending',
    direct: false,
    requester_id: ID,
    requester_email: 'ada@example.test',
    ...PLACE,
    keys: ['api_key'],
    justification: 'incident 4711',
    workflow_id: ID,
    min_approvers: 1,
    approvals_count: 0,
    requires_mfa: false,
    expires_at: '2026-03-15T09:26:53.589Z',
    executed_at: null,
    error: null,
    reject_reason: null,
    refuse_reason: null,
    allowed_actions: [
      { action: 'approve', allowed: false, reason: 'permission_denied' },
      { action: 'cancel', allowed: true, reason: null },
    ],
    correlation_id: ID,
    ...CREATED,
  },
  RejectBody: { reason: 'use the read-only key' },
  WrapSummaryResponse: {
    wrap_id: ID,
    key_name: 'api_key',
    status: 'available',
    expires_at: '2026-03-14T10:26:53.589Z',
  },
  WrapValueResponse: { wrap_id: ID, key_name: 'api_key', value: 'c2tfdGVzdF8x' },
  EnrollBody: {
    enrollment_token: 'et_0197a3c2',
    name: 'main-1',
    cluster_name: 'main',
    public_key: '3p7bfXt9wbTTW2HC7OQ1Nz+DQ8hbeGdNrfx+FG+IK08=',
  },
  AuditEventResponse: {
    id: ID,
    actor: `user:${ID}`,
    action: 'request.approve',
    resource: `request:${OTHER_ID}`,
    status: 'success',
    metadata: {},
    correlation_id: OTHER_ID,
    occurred_at: '2026-03-14T09:26:53.589Z',
  },
};
