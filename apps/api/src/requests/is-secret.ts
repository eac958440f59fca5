import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, ValidateBy } from 'class-validator';
import { isKeyName, isSecretRef } from '#libs/agent-protocol';

/** Maximum number of keys of a request whose values a user retrieves. */
export const MAX_KEYS_RETRIEVED = 20;

/** Validates a secret_ref (D5). */
export const IsSecretRef = (): PropertyDecorator =>
  ValidateBy({
    name: 'isSecretRef',
    validator: {
      validate: (value) => typeof value === 'string' && isSecretRef(value),
      defaultMessage: () => 'must be a secret reference of at most 1024 characters',
    },
  });

/**
 * Validates the key names of a request whose values a user retrieves: at most 20, so that all can be retrieved within
 * a minute's limit (D5).
 *
 * @param least 0 where the service itself interprets an empty list
 */
export function AreKeysToRetrieve(least: 0 | 1): PropertyDecorator {
  const rules = [
    IsArray(),
    ...(least > 0 ? [ArrayMinSize(least)] : []),
    ArrayMaxSize(MAX_KEYS_RETRIEVED),
    ArrayUnique({ message: 'must not name a key twice' }),
    ValidateBy({
      name: 'areKeyNames',
      validator: {
        validate: (value) =>
          Array.isArray(value) && value.every((key) => typeof key === 'string' && isKeyName(key)),
        defaultMessage: () => 'must hold key names of 1 to 256 letters, digits, _ . - or /',
      },
    }),
  ];
  return (target, property) => rules.forEach((rule) => rule(target, property));
}

/** Validates free text of at most 2000 characters; blanks at its ends do not count towards `least`. */
export const IsRemark = (least: 0 | 1 | 10 = 0): PropertyDecorator =>
  ValidateBy({
    name: 'isRemark',
    constraints: [least],
    validator: {
      validate: (value) =>
        typeof value === 'string' && [...value].length <= 2000 && [...value.trim()].length >= least,
      defaultMessage: () => `must be text of ${least} to 2000 characters`,
    },
  });
