import type { JSX } from 'react';
import { TwoLines } from './two-lines.js';

/** A secret's reference, and beneath it what is said of its keys. For the cell of a list. */
export function SecretName({ secretRef, keys }: { secretRef: string; keys: string }): JSX.Element {
  return <TwoLines first={<code>{secretRef}</code>} second={keys} />;
}
