import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type JSX, useEffect } from 'react';
import { enrollmentTokensQuery } from '../../api/queries/connections.js';
import { agentQuery } from '../../api/queries/fleet.js';
import { queryClient } from '../../api/query-client.js';
import { forgetToken } from '../../secret/enrollment-token.js';
import { AgentState } from '../../ui/agent-state.js';
import { Badge } from '../../ui/badge.js';

interface EnrollmentStatusProps {
  readonly connectionId: string;
  readonly tokenId: string;
}

/** Waits for the agent that enrolls with a token, and for its first heartbeat. */
export function EnrollmentStatus({ connectionId, tokenId }: EnrollmentStatusProps): JSX.Element {
  const tokens = useQuery(enrollmentTokensQuery(connectionId, true));
  const token = tokens.data?.find(({ id }) => id === tokenId);
  const agentId = token?.agent_id ?? null;
  useEffect(() => {
    if (agentId === null) return;
    // It has been used: there is no need to show it any longer.
    forgetToken();
    void queryClient.invalidateQueries({ queryKey: ['fleet'] });
  }, [agentId]);
  return (
    <p role="status">
      {agentId !== null ? (
        <EnrolledAgent id={agentId} />
      ) : token?.status === 'expired' || token?.status === 'revoked' ? (
        <Badge icon="expired" tone="warn">
          No agent enrolled before the token expired. Issue another one.
        </Badge>
      ) : (
        <Badge icon="waiting" tone="accent">
          Waiting for the agent
        </Badge>
      )}
    </p>
  );
}

function EnrolledAgent({ id }: { id: string }): JSX.Element {
  const { data: agent } = useQuery(agentQuery(id, true));
  if (agent === undefined) return <>It has enrolled.</>;
  return (
    <>
      <Link to="/fleet/$id" params={{ id }}>
        {agent.name}
      </Link>{' '}
      has enrolled. <AgentState agent={agent} />
    </>
  );
}
