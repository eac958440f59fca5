import type { JSX } from 'react';
import { Badge } from './badge.js';

/** Whether a person may sign in. */
export function PersonState({ disabled }: { disabled: boolean }): JSX.Element {
  return disabled ? (
    <Badge tone="bad" icon="withdrawn">
      Disabled
    </Badge>
  ) : (
    <>active</>
  );
}
