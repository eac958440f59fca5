import type { Schema } from './schema.js';

const KEY_NAME = '^[A-Za-z0-9_.\\-/]{1,256}$';

/** One project or one team; empty for global. */
const SCOPE: Schema = {
  type: 'object',
  description: 'One project, or one team with its descendants; empty for a global scope.',
  properties: { project_id: { type: 'string', format: 'uuid' }, team_id: { type: 'string', format: 'uuid' } },
  maxProperties: 1,
  additionalProperties: false,
};

const SELECTOR: Schema = {
  type: 'object',
  description: 'The conditions of the rule, all of which must match.',
  additionalProperties: { type: 'string' },
};

const KEY_VALUES: Schema = {
  type: 'object',
  description: 'Base64 values of at most 64 KiB each, by key name.',
  propertyNames: { pattern: KEY_NAME },
  additionalProperties: { type: 'string', contentEncoding: 'base64' },
  maxProperties: 100,
};

/** Other ids are UUIDs; this one is a bearer secret of a sign-in. */
const CLI_REQUEST_ID: Schema = {
  type: 'string',
  description: 'Id of the command-line sign-in.',
  pattern: '^[A-Za-z0-9_-]{43}$',
};

const text = (maxLength: number, description?: string): Schema => ({
  type: 'string',
  ...(description === undefined ? {} : { description }),
  minLength: 1,
  maxLength,
});
const orNull = (schema: Schema): Schema => ({ ...schema, type: ['string', 'null'], minLength: 0 });
const many = (name: string, description?: string): Schema => ({
  type: 'array',
  ...(description === undefined ? {} : { description }),
  items: { $ref: `#/components/schemas/${name}` },
  maxItems: 1000,
});

/** Long lists reported by agents are validated by hand in libs/gitops and libs/providers. */
const REPORTS: Readonly<Record<string, Schema>> = {
  'ObservationsBody.applications': many('ObservedApplicationBody', 'Each application at most once.'),
  'ObservedApplicationBody.name': text(253),
  'ObservedApplicationBody.namespace': text(253),
  'ObservedApplicationBody.project': text(253),
  'ObservedApplicationBody.repo_url': orNull(text(2048, 'Credentials in it are left out.')),
  'ObservedApplicationBody.path': orNull(text(1024)),
  'ObservedApplicationBody.target_revision': orNull(text(1024)),
  'ObservedApplicationBody.sync_status': text(100, 'As Argo CD calls it: Synced, OutOfSync, Unknown.'),
  'ObservedApplicationBody.health_status': text(
    100,
    'As Argo CD calls it: Healthy, Progressing, Degraded, Suspended, Missing, Unknown.',
  ),
  'ObservedApplicationBody.revision': orNull(text(1024)),
  'SecretPageBody.secrets': many('FoundSecret'),
  'FoundSecret.ref': text(1024),
  'FoundSecret.keys': { type: 'array', items: { type: 'string', pattern: KEY_NAME }, maxItems: 1000 },
  'FoundSecret.labels': {
    type: 'object',
    propertyNames: { minLength: 1, maxLength: 320 },
    additionalProperties: { type: 'string', maxLength: 1024 },
    maxProperties: 64,
  },
  'FoundSecret.version': text(200),
};

/** Members that the code validates by hand, so that their types have no limits. */
const OVERRIDES: Readonly<Record<string, Schema>> = {
  ...REPORTS,
  'StartedCliSignInResponse.request_id': CLI_REQUEST_ID,
  'CliRequestBody.request_id': CLI_REQUEST_ID,
  'AllowCliSignInBody.request_id': CLI_REQUEST_ID,
  'RedeemCliSignInBody.request_id': CLI_REQUEST_ID,
  'GrantRoleBody.scope': SCOPE,
  'AssignmentResponse.scope': SCOPE,
  'CreateScopedRuleBody.selector': SELECTOR,
  'UpdateScopedRuleBody.selector': SELECTOR,
  'CreatePolicyBody.selector': SELECTOR,
  'UpdatePolicyBody.selector': SELECTOR,
  'SubmitPatchBody.key_values': { ...KEY_VALUES, minProperties: 1 },
  'FillBody.key_values': KEY_VALUES,
  'ClaimResponse.provider_connection': {
    type: ['object', 'null'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      name: { type: 'string' },
      type: { type: 'string' },
      scope: { type: 'object', additionalProperties: true },
      auth_method: { type: ['string', 'null'] },
    },
    required: ['id', 'name', 'type', 'scope', 'auth_method'],
  },
};

/** @throws Error for a name that no schema has */
export function override(schemas: Readonly<Record<string, Schema>>): void {
  for (const [name, schema] of Object.entries(OVERRIDES)) {
    const [owner = '', member = ''] = name.split('.');
    const properties = schemas[owner]?.properties;
    if (!properties?.[member]) throw new Error(`${name} is overridden but not there.`);
    properties[member] = schema;
  }
}
