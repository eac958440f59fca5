import type { JSX } from 'react';
import { type Liveness, livenessOf } from '../api/agent-liveness.js';
import type { Agent } from '../api/queries/fleet.js';
import { Badge } from './badge.js';
import { useNow } from './use-now.js';

const LOOKS: Readonly<Record<Liveness, JSX.Element>> = {
  alive: (
    <Badge icon="check" tone="ok">
      Alive
    </Badge>
  ),
  awaited: (
    <Badge icon="waiting" tone="warn">
      No heartbeat yet
    </Badge>
  ),
  silent: (
    <Badge icon="warning" tone="bad">
      Silent
    </Badge>
  ),
  revoked: <Badge icon="withdrawn">Revoked</Badge>,
};

/** Whether an agent is alive: by its last heartbeat and the service's clock. */
export function AgentState({ agent }: { agent: Agent }): JSX.Element {
  return LOOKS[livenessOf(agent, useNow(5))];
}
