import { inspect } from 'node:util';
import { SecretBytes } from '#libs/secret-bytes';

/**
 * Freezes a configuration deeply and prevents printing it as a whole: its connection URLs contain passwords and stay
 * strings, because drivers require strings.
 */
export function seal<T extends object>(config: T): Readonly<T> {
  const hidden = { value: () => '[config]', enumerable: false };
  Object.defineProperties(config, { toJSON: hidden, [inspect.custom]: hidden });
  return freeze(config);
}

function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || value instanceof SecretBytes) return value;
  for (const member of Object.values(value)) freeze(member);
  return Object.freeze(value);
}
