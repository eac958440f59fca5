import type { JSX } from 'react';
import { type Agent, SILENT_SECONDS } from '../api/queries/fleet.js';
import { Badge } from './badge.js';
import { useNow } from './use-now.js';

/** Whether an agent is alive: by its last heartbeat and the service's clock. */
export function AgentState({ agent: { status, ...agent } }: { agent: Agent }): JSX.Element {
  const silentFor = (useNow(5) - Date.parse(agent.last_seen_at ?? agent.created_at)) / 1000;
  if (status === 'revoked') return <Badge icon="withdrawn">Revoked</Badge>;
  if (agent.last_seen_at === null && silentFor < SILENT_SECONDS)
    return (
      <Badge icon="waiting" tone="warn">
        No heartbeat yet
      </Badge>
    );
  if (silentFor >= SILENT_SECONDS)
    return (
      <Badge icon="warning" tone="bad">
        Silent
      </Badge>
    );
  return (
    <Badge icon="check" tone="ok">
      Alive
    </Badge>
  );
}
