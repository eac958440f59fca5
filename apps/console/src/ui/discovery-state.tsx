import type { JSX } from 'react';
import type { Connection } from '../api/queries/connections.js';
import { Badge } from './badge.js';
import { Ago } from './time.js';

/** What the last discovery of a connection came to. */
export function DiscoveryState({ connection }: { connection: Connection }): JSX.Element {
  const { last_discover_status: status, last_discover_at: at, possibly_stale: stale } = connection;
  if (status === 'running')
    return (
      <Badge icon="waiting" tone="accent">
        Running
      </Badge>
    );
  if (status === 'failure')
    return (
      <Badge icon="failed" tone="bad">
        Failed
      </Badge>
    );
  if (stale)
    return (
      <Badge icon="expired" tone="warn">
        Possibly stale
      </Badge>
    );
  return at === null ? <>never</> : <Ago at={at} />;
}
