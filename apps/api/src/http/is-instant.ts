import { isISO8601, ValidateBy } from 'class-validator';

const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Validates an ISO 8601 time with offset, from 1970 to 9999, the range that the database supports. */
export const IsInstant = (): PropertyDecorator =>
  ValidateBy({
    name: 'isInstant',
    validator: { validate: isInstant, defaultMessage: () => 'must be an ISO 8601 time with an offset' },
  });

/** Returns the time in UTC, truncated to microseconds, the database's precision. */
export function instantOf(text: string): string {
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  return `${new Date(text).toISOString().slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`;
}

function isInstant(value: unknown): boolean {
  if (typeof value !== 'string' || !WITH_OFFSET.test(value)) return false;
  const time = Date.parse(value);
  return isISO8601(value, { strict: true }) && time >= 0 && time <= LATEST;
}
