import type { Kind, KindName } from '../kind.js';
import { PEOPLE } from './people.js';
import { PLACES } from './places.js';
import { RULES } from './rules.js';
import { STORES } from './stores.js';

/** Every kind of document: what is checked, compared, exported and described as JSON Schema. */
export const KINDS: Readonly<Record<KindName, Kind>> = { ...PLACES, ...PEOPLE, ...RULES, ...STORES };
