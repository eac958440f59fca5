import { IsUUID, Matches, ValidateIf, type ValidationOptions } from 'class-validator';

/** 1 to 200 code points, as the database counts them, with something visible among them (D5). */
const NAME = /^(?=[^]*\S)[^]{1,200}$/u;
const DESCRIPTION = /^[^]{0,2000}$/u;

/** Lets a member be left out; unlike with `IsOptional`, null does not count as left out. */
export const IfPresent = (): PropertyDecorator => ValidateIf((_, value: unknown) => value !== undefined);

/** Checks an id of a body or a query. The handler gets it in lower case, as the database prints it (dto-shape.ts). */
export const IsId = (options?: ValidationOptions): PropertyDecorator => IsUUID(undefined, options);

/** Checks the name of a row. */
export const IsName = (): PropertyDecorator =>
  Matches(NAME, { message: 'must be 1 to 200 characters, not only spaces' });

/** Checks a free text of at most 2,000 code points. */
export const IsDescription = (): PropertyDecorator =>
  Matches(DESCRIPTION, { message: 'must be at most 2000 characters' });
