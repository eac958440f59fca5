/** The most keys that a request of each kind can name. */
export const MOST_KEYS = { read: 20, patch: 100, cross_team: 20 } as const;

/** Returns that keys are too many for one request, as a sentence; null where they are not. */
export function tooManyKeys(count: number, most: number): string | null {
  return count > most ? `At most ${most} keys at a time: these are ${count}.` : null;
}
