import { StoreError } from './store-error.js';

/** A text member of a connection's scope; '' when it is absent. @throws StoreError scope_invalid */
export function scopeText(scope: Record<string, unknown>, key: string): string {
  const value = scope[key] ?? '';
  if (typeof value !== 'string') throw new StoreError('scope_invalid');
  return value.trim();
}

/**
 * A text member of a form that can't lead elsewhere: it becomes part of an address.
 * @throws StoreError scope_invalid when it is absent or of another form
 */
export function scopeName(scope: Record<string, unknown>, key: string, form: RegExp): string {
  const text = scopeText(scope, key);
  if (!form.test(text)) throw new StoreError('scope_invalid');
  return text;
}
