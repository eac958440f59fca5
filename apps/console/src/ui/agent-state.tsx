import type { JSX } from 'react';
import { Badge } from './badge.js';
import { useNow } from './use-now.js';

export interface AgentStateProps {
  readonly status: 'active' | 'revoked';
  readonly lastSeenAt: string | null;
  /** Since when an agent that was never heard of is silent. */
  readonly createdAt: string;
  /** An agent is silent after so long. */
  readonly silentSeconds: number;
}

/** Whether an agent answers: by its last heartbeat and the service's clock. */
export function AgentState({ status, lastSeenAt, createdAt, silentSeconds }: AgentStateProps): JSX.Element {
  const silentFor = (useNow(5) - Date.parse(lastSeenAt ?? createdAt)) / 1000;
  if (status === 'revoked') return <Badge icon="withdrawn">Revoked</Badge>;
  if (lastSeenAt === null && silentFor < silentSeconds)
    return (
      <Badge icon="waiting" tone="warn">
        No heartbeat yet
      </Badge>
    );
  if (silentFor >= silentSeconds)
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
