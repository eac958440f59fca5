import type { Schema } from './schema.js';

const KEY_NAME = '^[A-Za-z0-9_.\\-/]{1,256}$';

/** One project or one team; empty: everywhere. */
const SCOPE: Schema = {
  type: 'object',
  description: 'Empty: everywhere. Else one project, or one team with all below it.',
  properties: { project_id: { type: 'string', format: 'uuid' }, team_id: { type: 'string', format: 'uuid' } },
  maxProperties: 1,
  additionalProperties: false,
};

const SELECTOR: Schema = {
  type: 'object',
  description: 'What a rule applies to; every key that is there must match.',
  additionalProperties: { type: 'string' },
};

const KEY_VALUES: Schema = {
  type: 'object',
  description: 'Base64 values of at most 64 KiB each, by key name.',
  propertyNames: { pattern: KEY_NAME },
  additionalProperties: { type: 'string', contentEncoding: 'base64' },
  maxProperties: 100,
};

/**
 * Members that the code takes as they come and checks by hand, so that their types say nothing.
 * A name that is not there any more is an error.
 */
const OVERRIDES: Readonly<Record<string, Schema>> = {
  'GrantRoleBody.scope': SCOPE,
  'AssignmentResponse.scope': SCOPE,
  'CreateScopedRuleBody.selector': SELECTOR,
  'UpdateScopedRuleBody.selector': SELECTOR,
  'CreatePolicyBody.selector': SELECTOR,
  'UpdatePolicyBody.selector': SELECTOR,
  'SubmitPatchBody.key_values': { ...KEY_VALUES, minProperties: 1 },
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
