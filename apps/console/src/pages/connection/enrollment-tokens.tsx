import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type JSX, Suspense, useState } from 'react';
import {
  type Connection,
  type EnrollmentToken,
  enrollmentTokensQuery,
  revokeToken,
} from '../../api/queries/connections.js';
import { missingPermission, useMe } from '../../api/queries/me.js';
import { useNames } from '../../api/queries/names.js';
import { queryClient } from '../../api/query-client.js';
import { messageOf } from '../../api/error-messages.js';
import { Badge, type BadgeProps } from '../../ui/badge.js';
import { ActionButton } from '../../ui/button.js';
import { type Column, DataTable } from '../../ui/data-table.js';
import { ConfirmDialog } from '../../ui/lazy-confirm-dialog.js';
import { Section } from '../../ui/page.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { Ago, Countdown } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import { EnrollAgent } from './enroll-agent.js';

const STATUSES: Readonly<Record<EnrollmentToken['status'], BadgeProps>> = {
  issued: { children: 'Not used yet', icon: 'waiting', tone: 'accent' },
  consumed: { children: 'Used', icon: 'check', tone: 'ok' },
  expired: { children: 'Expired', icon: 'expired', tone: 'plain' },
  revoked: { children: 'Revoked', icon: 'withdrawn', tone: 'plain' },
};

/** Enrolls agents for a connection, and lists the tokens that were issued for it. */
export function EnrollmentTokens({ connection }: { connection: Connection }): JSX.Element {
  const reason = missingPermission(useMe(), 'agent.mint');
  return (
    <>
      <Section title="Enroll an agent">
        <EnrollAgent connection={connection} reason={reason} />
      </Section>
      <Section title="Enrollment tokens">
        {reason === null ? <Tokens connection={connection} /> : <p>{reason}</p>}
      </Section>
    </>
  );
}

function Tokens({ connection: { id, name } }: { connection: Connection }): JSX.Element {
  const { data: rows = [], error, isPending, refetch } = useQuery(enrollmentTokensQuery(id));
  const nameOf = useNames(
    rows.flatMap((row) => [`user:${row.created_by}`, row.agent_id && `agent:${row.agent_id}`]),
  );
  const [revoking, setRevoking] = useState<EnrollmentToken | null>(null);
  const columns: readonly Column<EnrollmentToken>[] = [
    { head: 'Token', cell: ({ id: token }) => `…${token.slice(-6)}` },
    { head: 'State', cell: ({ status }) => <Badge {...STATUSES[status]} /> },
    { head: 'Issued by', cell: ({ created_by }) => nameOf(`user:${created_by}`) ?? '…' },
    { head: 'Issued', cell: ({ created_at }) => <Ago at={created_at} /> },
    { head: 'Agent', cell: (row) => <UsedBy token={row} nameOf={nameOf} /> },
    {
      head: '',
      end: true,
      cell: (row) => (
        <ActionButton
          look="quiet"
          aria-label={`Revoke the token …${row.id.slice(-6)}`}
          reason={whyNot(row)}
          onClick={() => setRevoking(row)}
        >
          Revoke
        </ActionButton>
      ),
    },
  ];
  return (
    <>
      {isPending && <Skeleton lines={2} />}
      {error !== null && <Problem error={error} again={() => void refetch()} />}
      {!isPending && error === null && rows.length === 0 && <Empty>No token has been issued yet.</Empty>}
      {rows.length > 0 && (
        <DataTable
          caption="Enrollment tokens of this connection, newest first"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.id}
        />
      )}
      <Suspense>
        {revoking !== null && (
          <ConfirmDialog
            title="Revoke the enrollment token"
            verb="Revoke"
            onClose={() => setRevoking(null)}
            onConfirm={async () => {
              await revokeToken(id, revoking.id, { verb: 'Revoke', about: `an enrollment token of ${name}` });
              setRevoking(null);
              toast('Revoked.');
              await queryClient.invalidateQueries({ queryKey: ['connections', 'tokens', id] });
            }}
          >
            No agent can enroll with it any more.
          </ConfirmDialog>
        )}
      </Suspense>
    </>
  );
}

function UsedBy(props: { token: EnrollmentToken; nameOf: (ref: string) => string | undefined }): JSX.Element {
  const { token, nameOf } = props;
  if (token.agent_id !== null)
    return (
      <Link to="/fleet/$id" params={{ id: token.agent_id }}>
        {nameOf(`agent:${token.agent_id}`) ?? '…'}
      </Link>
    );
  if (token.status !== 'issued') return <>none</>;
  return (
    <span>
      none yet, expires in <Countdown to={token.expires_at} />
    </span>
  );
}

function whyNot({ status }: EnrollmentToken): string | null {
  if (status === 'issued') return null;
  if (status === 'consumed') return messageOf('enrollment_token_consumed');
  return status === 'expired' ? messageOf('enrollment_token_expired') : 'It is revoked already.';
}
