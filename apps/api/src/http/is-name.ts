import { Matches } from 'class-validator';

/** 1 to 200 code points, as the database counts them, with something visible among them (D5). */
const NAME = /^(?=[^]*\S)[^]{1,200}$/u;

/** Checks the name of a row. */
export const IsName = (): PropertyDecorator =>
  Matches(NAME, { message: 'must be 1 to 200 characters, not only spaces' });
