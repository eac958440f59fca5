import { isISO8601, ValidateBy } from 'class-validator';

const WITH_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,9})?)?(Z|[+-]\d\d:\d\d)$/;
const LATEST = Date.UTC(9999, 11, 31, 23, 59, 59, 999);

/** Checks an ISO 8601 time with its offset, from 1970 to 9999: what the database can compare with. */
export const IsInstant = (): PropertyDecorator =>
  ValidateBy({
    name: 'isInstant',
    validator: { validate: isInstant, defaultMessage: () => 'must be an ISO 8601 time with an offset' },
  });

/** Returns the instant in UTC with microseconds, as exactly as the database keeps it; what is finer is dropped. */
export function instantOf(text: string): string {
  const [, fraction = ''] = /\.(\d+)/.exec(text) ?? [];
  return `${new Date(text).toISOString().slice(0, 19)}.${fraction.slice(0, 6).padEnd(6, '0')}Z`;
}

function isInstant(value: unknown): boolean {
  if (typeof value !== 'string' || !WITH_OFFSET.test(value)) return false;
  const time = Date.parse(value);
  return isISO8601(value, { strict: true }) && time >= 0 && time <= LATEST;
}
