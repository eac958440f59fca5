import type { JSX } from 'react';
import { shortRef } from './short-ref.js';
import { TwoLines } from './two-lines.js';

/** A secret's reference, its middle left out where it is long, and beneath it what is said of its keys. For the cell of a list. */
export function SecretName({ secretRef, keys }: { secretRef: string; keys: string }): JSX.Element {
  return <TwoLines first={<code title={secretRef}>{shortRef(secretRef)}</code>} second={keys} />;
}

/** Returns what a list says of the keys: the first three by name, the others by their number. */
export function keysText(keys: readonly string[]): string {
  return keys.length <= 3 ? keys.join(', ') : `${keys.slice(0, 3).join(', ')} and ${keys.length - 3} more`;
}
