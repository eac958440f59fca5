import type { Kind, KindName } from '../kind.js';
import { PEOPLE } from './people.js';
import { PLACES } from './places.js';
import { RULES } from './rules.js';
import { STORES } from './stores.js';

/** All kinds of documents, for validation, comparison, export and JSON Schema. */
export const KINDS: Readonly<Record<KindName, Kind>> = { ...PLACES, ...PEOPLE, ...RULES, ...STORES };
