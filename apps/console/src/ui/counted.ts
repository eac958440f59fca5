import { numberText } from './number-text.js';

/** Returns a count with its noun, as in "1 team" or "3,000 teams". */
export function counted(count: number, noun: string): string {
  return `${numberText(count)} ${noun}${count === 1 ? '' : 's'}`;
}
