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

const CLI_REQUEST = 'mD9yJ1kq0uKxg5o3r7tq1c8v2b4n6m8l0Zx9Yw7Vu5E';
const CLI_CODE = 'q1W2e3R4t5Y6u7I8o9P0a1S2d3F4g5H6j7K8l9Z0x1C';

const WORKLOAD = {
  name: 'ci-deploy',
  issuer: 'https://token.actions.githubusercontent.com',
  audience: 'https://countersign.example.test',
  claims: { sub: 'repo:acme/shop:ref:refs/heads/main', repository_owner_id: '1234567' },
};
const WORKLOAD_GRANT = { role_id: OTHER_ID, scope: { project_id: ID } };

/** Examples of the main shapes; a test checks each against its schema. */
export const EXAMPLES: Readonly<Record<string, unknown>> = {
  LoginBody: { email: 'ada@example.test', password: 'correct horse battery staple' },
  LoginResponse: {
    token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
    expires_at: '2026-03-14T21:26:53.589Z',
    user: USER,
  },
  UserResponse: USER,
  StartCliSignInBody: {
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    redirect_uri: 'http://127.0.0.1:41234/',
    state: 'q1W2e3R4t5Y6u7I8o9P0',
    client: { host: 'laptop', user: 'ada', version: '0.1.0' },
  },
  StartedCliSignInResponse: {
    request_id: CLI_REQUEST,
    authorize_url: `https://countersign.example.test/cli/authorize?request=${CLI_REQUEST}`,
    user_code: null,
    interval: 5,
    expires_at: '2026-03-14T21:31:53.589Z',
  },
  CliRequestBody: { request_id: CLI_REQUEST },
  CliRequestResponse: {
    client: { host: 'laptop', user: 'ada', version: '0.1.0' },
    ip: '192.0.2.1',
    needs_code: false,
  },
  AllowCliSignInBody: { request_id: CLI_REQUEST },
  CliRedirectResponse: { redirect: `http://127.0.0.1:41234/?code=${CLI_CODE}&state=q1W2e3R4t5Y6u7I8o9P0` },
  RedeemCliSignInBody: {
    request_id: CLI_REQUEST,
    code: CLI_CODE,
    code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  },
  CliTokenResponse: {
    token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
    expires_at: '2026-03-14T21:26:53.589Z',
    user: USER,
  },
  WorkloadSignInBody: { jwt: 'eyJhbGciOiJSUzI1NiJ9.e30.c2ln' },
  WorkloadTokenResponse: {
    token: 'eyJhbGciOiJIUzI1NiJ9.e30.c2ln',
    expires_at: '2026-03-14T09:41:53.589Z',
    workload: { id: ID, name: 'ci-deploy' },
  },
  CreateWorkloadBody: { ...WORKLOAD, ...WORKLOAD_GRANT },
  ReplaceWorkloadBody: { ...WORKLOAD_GRANT, disabled: true },
  WorkloadResponse: {
    id: ID,
    ...WORKLOAD,
    disabled: false,
    ...WORKLOAD_GRANT,
    role_name: 'developer',
    registered_by: OTHER_ID,
    ...CREATED,
  },
  MetaResponse: {
    name: 'Countersign',
    api_version: '1',
    sign_in: { password: true, oidc: { label: 'idp.example.test' }, cli: { browser: true, device: false } },
    webauthn: true,
    mfa_at_login: false,
    gitops: false,
    direct_mint: false,
    audit_signed: true,
    console_digest: '3a7bd3e2360a3d29eea436fcfb7e44c735d117c42d1c1835420b6b9942dd4f1b',
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
    consumed_at: null,
    destroyed_at: null,
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
    occurred_at_exact: '2026-03-14T09:26:53.589793Z',
    leaf_index: 812390,
  },
};
