import { parseKey32, parseKey32List, parseSecretText, parseSigningSecret } from './parse-secret.js';
import { choice, parseText } from './parse-text.js';
import { parseWebAddress } from './parse-url.js';
import { defaulted, optional, required } from './variable.js';

const api = ['api'] as const;

const local = { requiredWhen: { SVC_KMS_BACKEND: 'local' } };
const transit = { requiredWhen: { SVC_KMS_BACKEND: 'transit' } };
const cloud = { requiredWhen: { SVC_KMS_BACKEND: 'cloud-kms' } };

/** "an example, make one of your own" in base64. */
const EXAMPLE_KEY = 'YW4gZXhhbXBsZSwgbWFrZSBvbmUgb2YgeW91ciBvd24=';

export const KEY_VARIABLES = {
  SVC_JWT_SECRET: required(api, parseSigningSecret, {
    secret: true,
    meaning:
      'Signs login tokens; 32 bytes or more, base64 or raw (`openssl rand -base64 32`), the same for every api. ' +
      'A new one ends every login token.',
    example: EXAMPLE_KEY,
  }),
  SVC_KMS_BACKEND: defaulted(api, choice('local', 'transit', 'cloud-kms'), 'local', {
    meaning:
      'The key service that wraps data keys: a key in a variable, the transit engine of Vault or OpenBao, or AWS KMS.',
    example: 'transit',
  }),
  SVC_WRAP_MASTER_KEY: optional(api, parseKey32, {
    ...local,
    secret: true,
    meaning:
      "The local backend's key: base64 of 32 bytes (`openssl rand -base64 32`), the same for every api.",
    example: EXAMPLE_KEY,
  }),
  SVC_WRAP_MASTER_KEY_PREVIOUS: optional(api, parseKey32List, {
    secret: true,
    meaning: 'Earlier local keys, separated by commas. They only decrypt, until a rotation is complete.',
    example: 'dGhlIGtleSB0aGF0IHdhcyB1c2VkIGJlZm9yZSBub3c=',
  }),
  SVC_KMS_TRANSIT_ADDR: optional(api, parseWebAddress, {
    ...transit,
    meaning: 'The address of the Vault or OpenBao whose transit engine (mounted at `transit/`) is used.',
    example: 'https://vault.example:8200',
  }),
  SVC_KMS_TRANSIT_TOKEN: optional(api, parseSecretText, {
    ...transit,
    secret: true,
    restart: false,
    meaning:
      'The token for the transit engine. A file is read again when the token is rejected; a token given ' +
      'directly, a new token needs a restart.',
    example: 'the-token-of-a-periodic-role',
  }),
  SVC_KMS_TRANSIT_KEY: optional(api, parseText, {
    ...transit,
    meaning: 'The name of the transit key.',
    example: 'countersign',
  }),
  SVC_KMS_CLOUD_REGION: optional(api, parseText, {
    ...cloud,
    meaning: 'The AWS region of the KMS key.',
    example: 'eu-central-1',
  }),
  SVC_KMS_CLOUD_KEY_ID: optional(api, parseText, {
    ...cloud,
    meaning: 'Id, ARN or alias of a symmetric KMS key. An alias is looked up when the api starts.',
    example: 'alias/countersign',
  }),
} as const;

export const AUDIT_VARIABLES = {
  SVC_AUDIT_SIGNING_KEY: optional(['worker'], parseKey32, {
    secret: true,
    meaning:
      'The Ed25519 seed that signs checkpoints of the audit log: base64 of 32 bytes (`openssl rand -base64 32`), ' +
      'for the workers only. Without it no checkpoints are signed.',
    example: EXAMPLE_KEY,
  }),
  SVC_AUDIT_CHECKPOINT_DIR: optional(['worker'], parseText, {
    meaning:
      "A folder to which each signed checkpoint is copied; on storage that the database's operators can't write to.",
    example: '/var/lib/countersign/checkpoints',
  }),
} as const;
