import type { JSX } from 'react';
import type { Connection } from '../api/queries/connections.js';
import { Badge } from './badge.js';

/** Whether a connection is in use, and whether an agent answers for it. */
export function ConnectionStatus({ connection }: { connection: Connection }): JSX.Element {
  if (connection.status === 'disabled') return <Badge icon="withdrawn">Disabled</Badge>;
  if (connection.agents_alive === 0)
    return (
      <Badge icon="warning" tone="warn">
        No agent alive
      </Badge>
    );
  return (
    <Badge icon="check" tone="ok">
      In use
    </Badge>
  );
}
