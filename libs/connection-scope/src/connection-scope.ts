import { type ProviderType, SCOPE_KEYS, scopeKeysOf } from './provider-type.js';
import { credentialKeyIn, secretShapedFieldIn, shownName } from './credential-shape.js';
import { isProviderUrl } from './provider-url.js';

export type ConnectionScope = Readonly<Record<string, unknown>>;

export interface ScopeRules {
  /** http:// in an address of check `store_url` (SVC_ALLOW_INSECURE_STORE_ADDR). */
  readonly allowInsecureStoreAddr: boolean;
  /** Look for secret-shaped values (SVC_PROVIDER_CONN_REJECT_SECRETS). */
  readonly rejectSecretsInScope: boolean;
}

/** The first fault of a scope, in the order of the checks. */
export type ScopeFault =
  | { readonly code: 'credential_in_scope'; readonly bannedKey: string }
  | { readonly code: 'secret_in_scope'; readonly field: string }
  | { readonly code: 'provider_scope_invalid'; readonly missing: string[]; readonly unknown: string[] }
  | { readonly code: 'not_text'; readonly field: string }
  | { readonly code: 'invalid_provider_url' }
  | { readonly code: 'invalid_role_arn' };

const ROLE_ARN = /^arn:[A-Za-z0-9-]+:iam::[0-9]{12}:role\/[A-Za-z0-9+=,.@_/-]+$/;
const TEXT = /^[^\p{Cc}]{1,1024}$/u;

/** Returns the first fault of a connection's scope, or null. No credential is ever a legitimate part of it. */
export function scopeFault(type: ProviderType, scope: ConnectionScope, rules: ScopeRules): ScopeFault | null {
  return (
    credentialFault(scope, rules) ??
    keysFault(type, scope) ??
    textFault(scope) ??
    formFault(type, scope, rules)
  );
}

function credentialFault(scope: ConnectionScope, rules: ScopeRules): ScopeFault | null {
  const bannedKey = credentialKeyIn(scope);
  if (bannedKey !== null) return { code: 'credential_in_scope', bannedKey };
  const field = rules.rejectSecretsInScope ? secretShapedFieldIn(scope) : null;
  return field === null ? null : { code: 'secret_in_scope', field };
}

function keysFault(type: ProviderType, scope: ConnectionScope): ScopeFault | null {
  const missing = scopeKeysOf(type, true).filter((key) => !Object.hasOwn(scope, key) || scope[key] === '');
  const unknown = Object.keys(scope).filter((key) => !Object.hasOwn(SCOPE_KEYS[type], key));
  if (missing.length === 0 && unknown.length === 0) return null;
  return { code: 'provider_scope_invalid', missing, unknown: unknown.map(shownName) };
}

function textFault(scope: ConnectionScope): ScopeFault | null {
  const field = Object.keys(scope).find((key) => typeof scope[key] !== 'string' || !TEXT.test(scope[key]));
  return field === undefined ? null : { code: 'not_text', field };
}

function formFault(type: ProviderType, scope: ConnectionScope, rules: ScopeRules): ScopeFault | null {
  const texts = Object.entries(SCOPE_KEYS[type]).flatMap(([key, { check }]) => {
    const value = scope[key];
    return check && typeof value === 'string' ? [{ check, value }] : [];
  });
  const badUrl = texts.some(({ check, value }) => {
    if (check === 'role_arn') return false;
    return !isProviderUrl(value, { allowHttp: check === 'store_url' && rules.allowInsecureStoreAddr });
  });
  if (badUrl) return { code: 'invalid_provider_url' };
  const badRole = texts.some(({ check, value }) => check === 'role_arn' && !ROLE_ARN.test(value));
  return badRole ? { code: 'invalid_role_arn' } : null;
}
