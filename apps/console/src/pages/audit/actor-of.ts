import type { Person } from '../../api/queries/people.js';

/** Whom a text means, or why that is not clear. */
export type Actor =
  | { readonly actor: string | undefined; readonly reason: null }
  | { readonly actor: undefined; readonly reason: string };

/** Whether a text is the beginning of a person's address or name; else it is empty, or an actor as the log names them. */
export function isSearched(text: string): boolean {
  return !/^([a-z_]+:\S+)?$/.test(text.trim());
}

/** Returns the actor that a text means, as the log names them; undefined for no text, which means anybody. */
export function actorOf(
  text: string,
  found: readonly Pick<Person, 'id' | 'email' | 'display_name'>[],
): Actor {
  const word = text.trim();
  if (!isSearched(word)) return { actor: word || undefined, reason: null };
  const begins = (whole: string | null): boolean =>
    (whole ?? '').toLowerCase().startsWith(word.toLowerCase());
  const meant = new Set(
    found.filter(({ email, display_name: name }) => begins(email) || begins(name)).map(({ id }) => id),
  );
  if (meant.size === 1) return { actor: `user:${[...meant][0]}`, reason: null };
  return {
    actor: undefined,
    reason: meant.size === 0 ? 'No match.' : 'Several people match: type more.',
  };
}
