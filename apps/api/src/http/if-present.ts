import { ValidateIf } from 'class-validator';

/** The member may be left out; unlike with `IsOptional`, null does not count as left out. */
export const IfPresent = (): PropertyDecorator => ValidateIf((_, value: unknown) => value !== undefined);
