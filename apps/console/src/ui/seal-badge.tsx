import type { JSX } from 'react';
import { Badge } from './badge.js';

/** What the proof of an event came to. */
export type Seal = 'pinned' | 'served' | 'unsealed' | 'broken';

/** Whether an event is in the sealed log, and how much that is worth. */
export function SealBadge({ seal }: { seal: Seal }): JSX.Element {
  if (seal === 'pinned')
    return (
      <Badge tone="ok" icon="check">
        Sealed, your key
      </Badge>
    );
  if (seal === 'served')
    return (
      <Badge tone="ok" icon="check">
        Sealed, key from this service
      </Badge>
    );
  if (seal === 'unsealed')
    return (
      <Badge tone="plain" icon="waiting">
        Not sealed yet
      </Badge>
    );
  return (
    <Badge tone="bad" icon="failed">
      Does not match
    </Badge>
  );
}
