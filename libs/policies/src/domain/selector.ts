import { type FieldError, httpErrors } from '#libs/core';
import { type Selector, SELECTOR_KEYS } from '#libs/policy-engine';

/** The selector enumerations, owned by the service. */
export const OPERATIONS = ['read', 'patch', 'reveal'] as const;
export const REQUEST_TYPES = ['patch', 'read', 'cross_team'] as const;
export const PRINCIPAL_KINDS = ['person', 'workload'] as const;

/** The owner of the selector's rule: a team's must not contain some keys (D76). */
export type SelectorUse = 'platform' | 'project' | 'team';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
type SelectorKey = keyof Selector;
/** How a key's value is validated: a UUID, a member of a list, or text of limited length. */
type Form = 'id' | 'enumeration' | 'request_type' | 'principal_kind' | { readonly maxLength: number };
/** An unknown value of an `enumeration` is policy_scope_too_broad, in an order of its own (D76, D92). */
const FORMS: Readonly<Record<SelectorKey, Form>> = {
  project_id: 'id',
  environment: { maxLength: 200 },
  environment_kind: 'enumeration',
  environment_id: 'id',
  provider_type: 'enumeration',
  secret_ref_prefix: { maxLength: 1024 },
  operation: 'enumeration',
  type: 'request_type',
  principal_kind: 'principal_kind',
};
/** Keys whose empty string is an unknown value, not an invalid form (D76). */
const EMPTY_VALIDATED_LATER: ReadonlySet<string> = new Set(['provider_type', 'operation']);
/** Keys that contradict a team rule's URL, whatever their value (D76). */
export const TEAM_FORBIDDEN_KEYS: readonly string[] = ['project_id', 'environment_id', 'team_id'];

/**
 * Validates the form of a selector: known keys, non-empty strings. UUIDs are returned in lower case.
 *
 * @throws DomainError validation_failed, with every invalid key
 */
export function readSelector(raw: object, use: SelectorUse): Selector {
  const entries = Object.entries(raw);
  const errors = entries.flatMap(([key, value]) => entryErrors(key, value, use));
  if (errors.length > 0) throw httpErrors.validationFailed(errors);
  const strings = entries as [string, string][];
  return Object.fromEntries(
    strings.map(([key, value]) => [key, FORMS[key as SelectorKey] === 'id' ? value.toLowerCase() : value]),
  );
}

function entryErrors(key: string, value: unknown, use: SelectorUse): FieldError[] {
  const isForbiddenHere = use === 'team' && TEAM_FORBIDDEN_KEYS.includes(key);
  if (!isForbiddenHere && !isSelectorKey(key)) return [{ field: 'selector', message: 'has an unknown key' }];
  const message = isForbiddenHere ? emptyError(value) : valueError(key as SelectorKey, value);
  return message === null ? [] : [{ field: `selector.${key}`, message }];
}

function isSelectorKey(key: string): key is SelectorKey {
  return (SELECTOR_KEYS as readonly string[]).includes(key);
}

function valueError(key: SelectorKey, value: unknown): string | null {
  if (value === '' && EMPTY_VALIDATED_LATER.has(key)) return null;
  if (typeof value !== 'string' || value === '') return emptyError(value);
  const form = FORMS[key];
  if (form === 'enumeration') return null;
  if (form === 'id') return UUID.test(value) ? null : 'must be a UUID';
  if (form === 'request_type') return unknownError(REQUEST_TYPES, value);
  if (form === 'principal_kind') return unknownError(PRINCIPAL_KINDS, value);
  return textError(key, value, form.maxLength);
}

function unknownError(known: readonly string[], value: string): string | null {
  return known.includes(value) ? null : 'is not a known value';
}

function emptyError(value: unknown): string | null {
  if (typeof value !== 'string') return 'must be a string';
  return value === '' ? 'must not be empty' : null;
}

function textError(key: SelectorKey, value: string, maxLength: number): string | null {
  if ([...value].length > maxLength) return `must be at most ${maxLength} characters`;
  // No ref has one (D5).
  return key === 'secret_ref_prefix' && /\p{Cc}/u.test(value) ? 'must not hold control characters' : null;
}
