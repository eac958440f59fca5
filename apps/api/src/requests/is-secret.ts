import { ArrayMaxSize, ArrayMinSize, ArrayUnique, IsArray, ValidateBy } from 'class-validator';
import { isKeyName, isSecretRef } from '#libs/requests';

const MOST_KEYS_READ = 20;

/** Checks a reference to a secret (D5). */
export const IsSecretRef = (): PropertyDecorator =>
  ValidateBy({
    name: 'isSecretRef',
    validator: {
      validate: (value) => typeof value === 'string' && isSecretRef(value),
      defaultMessage: () => 'must be a secret reference of at most 1024 characters',
    },
  });

/** Checks the key names of a read: 1 to 20, so that all can be retrieved within a minute's limit (D5). */
export function AreReadKeys(): PropertyDecorator {
  const rules = [
    IsArray(),
    ArrayMinSize(1),
    ArrayMaxSize(MOST_KEYS_READ),
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

/** Checks a free text that a person writes, of at most 2000 characters. */
export const IsRemark = (least: 0 | 1 | 10 = 0): PropertyDecorator =>
  ValidateBy({
    name: 'isRemark',
    validator: {
      validate: (value) =>
        typeof value === 'string' && [...value].length <= 2000 && value.trim().length >= least,
      defaultMessage: () => `must be text of ${least} to 2000 characters`,
    },
  });
