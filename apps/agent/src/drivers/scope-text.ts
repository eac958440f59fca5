import { StoreError } from './store-error.js';

/** Longer than any address or path. */
const MAX_CHARACTERS = 2048;

/** Returns a text member of a connection's scope; '' when it is absent. @throws StoreError scope_invalid */
export function scopeText(scope: Record<string, unknown>, key: string): string {
  const value = scope[key] ?? '';
  if (typeof value !== 'string' || value.length > MAX_CHARACTERS) throw new StoreError('scope_invalid');
  return value.trim();
}

/**
 * Returns a text member that matches a form, because it becomes part of an address.
 * @throws StoreError scope_invalid if it is absent or has another form
 */
export function scopeName(scope: Record<string, unknown>, key: string, form: RegExp): string {
  const text = scopeText(scope, key);
  if (!form.test(text)) throw new StoreError('scope_invalid');
  return text;
}
