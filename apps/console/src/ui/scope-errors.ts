import { type ConnectionScope, type ProviderType, SCOPE_KEYS, scopeFault } from '#libs/connection-scope';
import { ApiError } from '../api/client.js';
import { messageOf } from '../api/error-messages.js';

type ScopeErrors = Record<string, string>;
/** The service may take http and may not look for secrets: what only it knows, it decides. */
const RULES = { allowInsecureStoreAddr: true, rejectSecretsInScope: true };

/** The name of a scope key's field, as the service's `fields` write it. */
export const fieldOf = (key: string): string => `scope.${key}`;

/** The field that holds the scope as a whole. */
export const WHOLE_SCOPE = 'scope';

/** Returns what was typed into the fields of a scope; members that are empty are left out. */
export function scopeIn(data: FormData, type: ProviderType): ConnectionScope {
  const typed = Object.keys(SCOPE_KEYS[type]).map((key) => [key, data.get(fieldOf(key))] as const);
  return Object.fromEntries(
    typed.flatMap(([key, text]) =>
      typeof text === 'string' && text.trim() !== '' ? [[key, text.trim()]] : [],
    ),
  );
}

/** Returns what is wrong with a scope by its field, before anything of it is sent; empty keys are the form's to ask for. */
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
      return atField(fault.field, 'Text of 1 to 1,024 characters belongs here.');
    case 'invalid_provider_url':
    case 'invalid_role_arn':
      return byCheck(type, fault.code);
  }
}

/** Returns the service's refusal of a scope by its field; empty for other refusals. */
export function refusedScopeErrors(type: ProviderType, { code, body }: ApiError): ScopeErrors {
  const { banned_key, field, missing, unknown } = body as Readonly<Record<string, unknown>>;
  if (code === 'credential_in_scope')
    return atField(String(banned_key), credentialSentence(String(banned_key)));
  if (code === 'secret_in_scope') return atField(String(field), SECRET);
  if (code === 'invalid_provider_url' || code === 'invalid_role_arn') return byCheck(type, code);
  if (code !== 'provider_scope_invalid') return {};
  const wanted = (missing as string[]).map((key) => [fieldOf(key), 'This is needed.'] as const);
  const whole = wanted.length === 0 ? '' : `Missing: ${(missing as string[]).join(', ')}. `;
  const { [WHOLE_SCOPE]: more = '' } = unknownKeys(unknown as string[]);
  return { ...Object.fromEntries(wanted), [WHOLE_SCOPE]: whole + more };
}

/** Returns the faults that the form can show: of the scope as a whole, or of its fields. */
export function shownErrors(faults: Readonly<ScopeErrors>, asWhole: boolean): ScopeErrors {
  const { [WHOLE_SCOPE]: whole, ...byField } = faults;
  if (!asWhole) return byField;
  return whole === undefined ? {} : { [WHOLE_SCOPE]: whole };
}

const SECRET = 'This looks like a secret. A scope holds none: they belong to the agent.';

function credentialSentence(name: string): string {
  return `“${name}” is a credential. A scope holds none: the agent has an identity of its own at the store.`;
}

/** At the key's field, and at the whole scope: the form shows one of them. */
function atField(path: string, sentence: string): ScopeErrors {
  const key = path.split('.')[0] ?? path;
  return { [fieldOf(key)]: sentence, [WHOLE_SCOPE]: sentence };
}

function unknownKeys(unknown: readonly string[]): ScopeErrors {
  if (unknown.length === 0) return {};
  return { [WHOLE_SCOPE]: `Stores of this type have no ${unknown.join(', ')}.` };
}

function byCheck(type: ProviderType, code: 'invalid_provider_url' | 'invalid_role_arn'): ScopeErrors {
  const wantsRole = code === 'invalid_role_arn';
  const keys = Object.entries(SCOPE_KEYS[type]).filter(
    ([, { check }]) => check !== undefined && (check === 'role_arn') === wantsRole,
  );
  const sentence = messageOf(code);
  return { ...Object.fromEntries(keys.map(([key]) => [fieldOf(key), sentence])), [WHOLE_SCOPE]: sentence };
}
