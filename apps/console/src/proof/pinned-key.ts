const NAME = 'countersign.log-key';

/** The verifier key that the person trusts, in this browser: the text and when it was pinned. Public, so kept in the open. */
export interface PinnedKey {
  readonly key: string;
  readonly at: string;
}

/** Returns the pinned key; null without one. */
export function pinnedKey(): PinnedKey | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(NAME) ?? 'null');
    return isPinned(kept) ? kept : null;
  } catch {
    return null;
  }
}

/** Pins a key, or with null forgets the one there is. @throws DOMException where the browser keeps nothing */
export function pinKey(key: string | null): void {
  if (key === null) localStorage.removeItem(NAME);
  else localStorage.setItem(NAME, JSON.stringify({ key, at: new Date().toISOString() }));
}

function isPinned(kept: unknown): kept is PinnedKey {
  return (
    typeof kept === 'object' && kept !== null && 'key' in kept && typeof kept.key === 'string' && 'at' in kept
  );
}
