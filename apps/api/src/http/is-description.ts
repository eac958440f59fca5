import { Matches } from 'class-validator';

const DESCRIPTION = /^[^]{0,2000}$/u;

/** Checks a free text of at most 2,000 code points. */
export const IsDescription = (): PropertyDecorator =>
  Matches(DESCRIPTION, { message: 'must be at most 2000 characters' });
