import { useInfiniteQuery } from '@tanstack/react-query';
import type { JSX } from 'react';
import { signOut } from '../../app/sign-out.js';
import { messageOfError } from '../../api/error-messages.js';
import { endSession, type OwnSession, ownSessionsQuery } from '../../api/queries/own-account.js';
import { queryClient } from '../../api/query-client.js';
import { Badge } from '../../ui/badge.js';
import { ActionButton } from '../../ui/button.js';
import type { Column } from '../../ui/data-table.js';
import { Section } from '../../ui/page.js';
import { PagedList } from '../../ui/paged-list.js';
import { Ago, Countdown } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import { deviceOf } from '../../ui/device-of.js';
import styles from './page.module.css';

const COLUMNS: readonly Column<OwnSession>[] = [
  {
    head: 'Where',
    cell: ({ user_agent, current }) => (
      <span className={styles.device} title={user_agent ?? undefined}>
        {deviceOf(user_agent)}
        {current && <Badge tone="accent">this one</Badge>}
      </span>
    ),
  },
  { head: 'Address', cell: ({ ip }) => ip ?? 'unknown' },
  { head: 'Signed in', cell: ({ created_at }) => <Ago at={created_at} /> },
  {
    head: 'Second factor',
    cell: ({ last_mfa_at }) => (last_mfa_at === null ? 'not shown' : <Ago at={last_mfa_at} />),
  },
  { head: 'Ends in', cell: ({ idle_expires_at }) => <Countdown to={idle_expires_at} /> },
  {
    head: '',
    end: true,
    cell: (session) => (
      <ActionButton
        look="quiet"
        aria-label={`Sign out ${deviceOf(session.user_agent)}`}
        onClick={() => void end(session)}
      >
        Sign out
      </ActionButton>
    ),
  },
];

/** Where the person is signed in, and the way to end what they don't know. */
export function Sessions(): JSX.Element {
  const list = useInfiniteQuery(ownSessionsQuery);
  return (
    <Section title="Sessions">
      <PagedList
        list={list}
        caption="Where you are signed in"
        columns={COLUMNS}
        rowKey={({ id }) => id}
        empty="You are signed in nowhere."
      />
    </Section>
  );
}

async function end({ id, current }: OwnSession): Promise<void> {
  try {
    if (current) return await signOut();
    await endSession(id);
    toast('Signed out there.');
  } catch (error) {
    toast(messageOfError(error as Error), 'warn');
  }
  await queryClient.invalidateQueries({ queryKey: ownSessionsQuery.queryKey });
}
