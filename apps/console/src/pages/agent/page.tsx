import { useQuery } from '@tanstack/react-query';
import { createLazyRoute, Link } from '@tanstack/react-router';
import { type JSX, type ReactNode, Suspense, useState } from 'react';
import { type Agent, agentQuery, revokeAgent } from '../../api/queries/fleet.js';
import { hasPermission, missingPermission, useMe } from '../../api/queries/me.js';
import { useNames } from '../../api/queries/names.js';
import { queryClient } from '../../api/query-client.js';
import { AgentState } from '../../ui/agent-state.js';
import { ActionButton } from '../../ui/button.js';
import { CopyId } from '../../ui/copy-id.js';
import { Facts } from '../../ui/facts.js';
import { ConfirmDialog } from '../../ui/lazy-confirm-dialog.js';
import { ResourcePage } from '../../ui/resource-page.js';
import { Page, Section } from '../../ui/page.js';
import { Ago } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';

export const route = createLazyRoute('/shell/fleet/$id')({ component: AgentPage });

function AgentPage(): ReactNode {
  const { id } = route.useParams();
  return (
    <ResourcePage
      title="Agent"
      query={useQuery(agentQuery(id))}
      gone={['agent_not_found', <Link to="/fleet">All agents</Link>]}
    >
      {(agent) => <Shown key={id} agent={agent} />}
    </ResourcePage>
  );
}

function Shown({ agent }: { agent: Agent }): JSX.Element {
  const me = useMe();
  const [revoking, setRevoking] = useState(false);
  const connection = agent.provider_connection_id && `provider_connection:${agent.provider_connection_id}`;
  const nameOf = useNames([connection]);
  const reason =
    agent.status === 'revoked' ? 'It is revoked already.' : missingPermission(me, 'agent.revoke');
  return (
    <Page
      title={agent.name}
      width="narrow"
      actions={
        <ActionButton look="bad" reason={reason} onClick={() => setRevoking(true)}>
          Revoke
        </ActionButton>
      }
    >
      <p>
        <AgentState agent={agent} />
      </p>
      <Section title="Details">
        <Facts
          facts={[
            ['Cluster', agent.scope.cluster ?? 'none'],
            [
              'Connection',
              agent.provider_connection_id === null || connection === null ? (
                'none'
              ) : (
                <Link key="" to="/connections/$id" params={{ id: agent.provider_connection_id }}>
                  {nameOf(connection) ?? '…'}
                </Link>
              ),
            ],
            ['Version', agent.version ?? 'unknown'],
            [
              'Last heartbeat',
              agent.last_seen_at === null ? 'never' : <Ago key="" at={agent.last_seen_at} />,
            ],
            [
              'Public key',
              agent.public_key_fingerprint === null ? (
                'none yet: it can fetch no values'
              ) : (
                <CopyId key="" id={agent.public_key_fingerprint} shown={agent.public_key_fingerprint} />
              ),
            ],
            ['Token issued', <Ago key="" at={agent.secret_issued_at} />],
            ['Enrolled', <Ago key="" at={agent.created_at} />],
            ['Agent', <CopyId key="" id={agent.id} />],
          ]}
        />
      </Section>
      <p>
        {hasPermission(me, 'integration.edit') && (
          <Link to="/jobs" search={{ agent_id: agent.id }}>
            Its jobs
          </Link>
        )}
      </p>
      <Suspense>
        {revoking && (
          <ConfirmDialog
            title={`Revoke ${agent.name}`}
            verb="Revoke"
            typed={agent.name}
            onClose={() => setRevoking(false)}
            onConfirm={async () => {
              await revokeAgent(agent.id, { verb: 'Revoke', about: `the agent ${agent.name}` });
              setRevoking(false);
              toast('Revoked.');
              await queryClient.invalidateQueries({ queryKey: ['fleet'] });
            }}
          >
            It is revoked immediately and permanently; its jobs go back to the queue. To return, it has to be
            enrolled again.
          </ConfirmDialog>
        )}
      </Suspense>
    </Page>
  );
}
