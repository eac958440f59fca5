import { IsUUID, Matches, ValidateIf, type ValidationOptions } from 'class-validator';

/** 1 to 200 code points, as the database counts them, at least one of them visible (D5). */
const NAME = /^(?=[^]*\S)[^]{1,200}$/u;
const DESCRIPTION = /^[^]{0,2000}$/u;

/** Makes a member optional; unlike with `IsOptional`, null is not accepted as absent. */
export const IfPresent = (): PropertyDecorator => ValidateIf((_, value: unknown) => value !== undefined);

/** Validates an id. The handler gets it in lower case, like the database's (dto-shape.ts). */
export const IsId = (options?: ValidationOptions): PropertyDecorator => IsUUID(undefined, options);

/** Validates a name. */
export const IsName = (): PropertyDecorator =>
  Matches(NAME, { message: 'must be 1 to 200 characters, not only spaces' });

/** Validates a description of at most 2,000 code points. */
export const IsDescription = (): PropertyDecorator =>
  Matches(DESCRIPTION, { message: 'must be at most 2000 characters' });
