import { type ConnectionScope, type ProviderType, SCOPE_KEYS, scopeFault } from '#libs/connection-scope';
import { ApiError } from '../api/client.js';
import { messageOf } from '../api/error-messages.js';

type ScopeErrors = Record<string, string>;
/** Checks that depend on settings of the service are left to the service. */
const RULES = { allowInsecureStoreAddr: true, rejectSecretsInScope: true };

/** Returns the name of a scope key's field, as in `fields` of a `validation_failed`. */
export const fieldOf = (key: string): string => `scope.${key}`;

/** The field that holds the scope as a whole. */
export const WHOLE_SCOPE = 'scope';

/** Returns the scope that was typed, without empty members. */
export function scopeIn(data: FormData, type: ProviderType): ConnectionScope {
  const typed = Object.keys(SCOPE_KEYS[type]).map((key) => [key, data.get(fieldOf(key))] as const);
  return Object.fromEntries(
    typed.flatMap(([key, text]) =>
      typeof text === 'string' && text.trim() !== '' ? [[key, text.trim()]] : [],
    ),
  );
}

/** Returns the validation errors of a scope by field, before it is sent. Missing keys are left to `required`. */
export function scopeErrors(type: ProviderType, scope: ConnectionScope): ScopeErrors {
  const fault = scopeFault(type, scope, RULES);
  switch (fault?.code) {
    case undefined:
      return {};
    case 'credential_in_scope':
      return atField(fault.bannedKey, credentialSentence(fault.bannedKey));
    case 'secret_in_scope':
      return atField(fault.field, SECRET);
    case 'provider_scope_invalid':
      return unknownKeys(fault.unknown);
    case 'not_text':
      return atField(fault.field, 'Enter 1 to 1,024 characters.');
    case 'invalid_provider_url':
    case 'invalid_role_arn':
      return byCheck(type, fault.code);
  }
}

/** Returns the errors of a scope that the service refused, by field; none for other error codes. */
export function refusedScopeErrors(type: ProviderType, { code, body }: ApiError): ScopeErrors {
  const { banned_key, field, missing, unknown } = body as Readonly<Record<string, unknown>>;
  if (code === 'credential_in_scope')
    return atField(String(banned_key), credentialSentence(String(banned_key)));
  if (code === 'secret_in_scope') return atField(String(field), SECRET);
  if (code === 'invalid_provider_url' || code === 'invalid_role_arn') return byCheck(type, code);
  if (code !== 'provider_scope_invalid') return {};
  const wanted = (missing as string[]).map((key) => [fieldOf(key), 'This field is required.'] as const);
  const whole = wanted.length === 0 ? '' : `Missing: ${(missing as string[]).join(', ')}. `;
  const { [WHOLE_SCOPE]: more = '' } = unknownKeys(unknown as string[]);
  return { ...Object.fromEntries(wanted), [WHOLE_SCOPE]: whole + more };
}

/** Returns the errors that the form shows: those of the JSON field, or those of the single fields. */
export function shownErrors(faults: Readonly<ScopeErrors>, asWhole: boolean): ScopeErrors {
  const { [WHOLE_SCOPE]: whole, ...byField } = faults;
  if (!asWhole) return byField;
  return whole === undefined ? {} : { [WHOLE_SCOPE]: whole };
}

const SECRET = 'This looks like a secret. A scope must not contain secrets: configure them at the agent.';

function credentialSentence(name: string): string {
  return `“${name}” is a credential. A scope must not contain credentials: configure them at the agent.`;
}

/** Returns the error for the key's field and for the JSON field: the form shows one of them. */
function atField(path: string, sentence: string): ScopeErrors {
  const key = path.split('.')[0] ?? path;
  return { [fieldOf(key)]: sentence, [WHOLE_SCOPE]: sentence };
}

function unknownKeys(unknown: readonly string[]): ScopeErrors {
  if (unknown.length === 0) return {};
  return { [WHOLE_SCOPE]: `Unknown for this type of store: ${unknown.join(', ')}.` };
}

function byCheck(type: ProviderType, code: 'invalid_provider_url' | 'invalid_role_arn'): ScopeErrors {
  const wantsRole = code === 'invalid_role_arn';
  const keys = Object.entries(SCOPE_KEYS[type]).filter(
    ([, { check }]) => check !== undefined && (check === 'role_arn') === wantsRole,
  );
  const sentence = messageOf(code);
  return { ...Object.fromEntries(keys.map(([key]) => [fieldOf(key), sentence])), [WHOLE_SCOPE]: sentence };
}
