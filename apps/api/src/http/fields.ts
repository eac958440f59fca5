import { Transform } from 'class-transformer';
import { IsInt, IsUUID, Matches, Max, Min, ValidateIf, type ValidationOptions } from 'class-validator';

/** 1 to 200 code points, as the database counts them, at least one of them visible (D5). */
const NAME = /^(?=.*\S)\P{Cc}{1,200}$/u;
const DESCRIPTION = /^[^]{0,2000}$/u;

/** Makes a member optional; unlike with `IsOptional`, null is not accepted as absent. */
export const IfPresent = (): PropertyDecorator => ValidateIf((_, value: unknown) => value !== undefined);

/** Validates an id. The handler gets it in lower case, like the database's (dto-shape.ts). */
export const IsId = (options?: ValidationOptions): PropertyDecorator => IsUUID(undefined, options);

/** Validates a name. */
export const IsName = (): PropertyDecorator =>
  Matches(NAME, { message: 'must be 1 to 200 characters, none a control character, not only spaces' });

/** Validates a description of at most 2,000 code points. */
export const IsDescription = (): PropertyDecorator =>
  Matches(DESCRIPTION, { message: 'must be at most 2000 characters' });

/** The largest safe integer has 16 digits. */
const DECIMAL = /^\d{1,16}$/;

/** Validates a whole number in a query: decimal digits only, where `Number` accepts `0x10`, `1e2` and an empty text, too. */
export const IsDecimal =
  (min: number, max: number): PropertyDecorator =>
  (target, property) => {
    const read = Transform(({ value }: { value: unknown }) =>
      typeof value === 'string' && DECIMAL.test(value) ? Number(value) : value,
    );
    for (const each of [Max(max), Min(min), IsInt(), read]) each(target, property);
  };
