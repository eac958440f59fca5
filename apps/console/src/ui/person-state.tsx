import type { JSX } from 'react';
import { Badge } from './badge.js';

/** Whether a person or a workload may sign in. */
export function PersonState(props: { disabled: boolean; locked_until?: string | null }): JSX.Element {
  const { disabled, locked_until: lockedUntil = null } = props;
  if (disabled)
    return (
      <Badge tone="bad" icon="withdrawn">
        Disabled
      </Badge>
    );
  if (lockedUntil !== null)
    return (
      <Badge tone="warn" icon="lock">
        Locked
      </Badge>
    );
  return <>active</>;
}
