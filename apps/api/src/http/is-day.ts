import { isISO8601, ValidateBy } from 'class-validator';

const DAY = /^\d{4}-\d\d-\d\d$/;

/** Validates a date from 1970 to 9999, as `2026-11-22`. */
export const IsDay = (): PropertyDecorator =>
  ValidateBy({
    name: 'isDay',
    validator: { validate: isDay, defaultMessage: () => 'must be a day as 2026-11-22' },
  });

function isDay(value: unknown): boolean {
  return (
    typeof value === 'string' && DAY.test(value) && isISO8601(value, { strict: true }) && value >= '1970'
  );
}
