import type { AnyNoun } from './noun.js';
import { PEOPLE } from './people.js';
import { PLACES } from './places.js';
import { RULES } from './rules.js';
import { STORES } from './stores.js';

const ALL = { ...STORES, ...PLACES, ...RULES, ...PEOPLE };

export type NounName = keyof typeof ALL;

/** The names of all nouns, in the order of help. */
export const NOUNS = Object.keys(ALL) as readonly NounName[];

/** Returns the definition of a noun. */
export function nounOf(name: string): AnyNoun {
  // Each is typed by its own path; shared code never looks inside a row.
  return ALL[name as NounName] as unknown as AnyNoun;
}
