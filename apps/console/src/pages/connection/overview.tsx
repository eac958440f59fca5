import { SCOPE_KEYS } from '#libs/connection-scope';
import { Link, useNavigate } from '@tanstack/react-router';
import { type JSX, useState } from 'react';
import type { Versioned } from '../../api/client.js';
import { changeConnection, type Connection, deleteConnection } from '../../api/queries/connections.js';
import { queryClient } from '../../api/query-client.js';
import { ActionButton } from '../../ui/button.js';
import { CopyId } from '../../ui/copy-id.js';
import { lengthText } from '../../ui/duration.js';
import { Facts } from '../../ui/facts.js';
import { ConfirmDialog } from '../../ui/lazy-confirm-dialog.js';
import { Section } from '../../ui/page.js';
import { PROVIDER_NAMES } from '../../ui/provider-names.js';
import { Ago } from '../../ui/time.js';
import { toast } from '../../ui/toasts.js';
import styles from './page.module.css';
import { numberText } from '../../ui/number-text.js';
import { onDemand } from '../../ui/on-demand.js';

const ChangeDialog = onDemand(() => import('./change-dialog.js').then(({ ChangeDialog: it }) => it));
const DeleteDialog = onDemand(() => import('./delete-dialog.js').then(({ DeleteDialog: it }) => it));

/** What a connection is, and what can be done with the whole of it. */
export function Overview({ read }: { read: Versioned<Connection> }): JSX.Element {
  const [asked, ask] = useState<'change' | 'switch' | 'delete' | null>(null);
  const navigate = useNavigate();
  const { row } = read;
  const on = row.status === 'active';
  const close = (): void => ask(null);
  const switchTo = async (): Promise<void> => {
    const prompt = { verb: on ? 'Disable' : 'Enable', about: `the connection ${row.name}` };
    // Whatever else was changed meanwhile stays as it is.
    await changeConnection({ row, etag: null }, { status: on ? 'disabled' : 'active' }, prompt);
    close();
    toast(on ? 'Disabled.' : 'Enabled.');
    await queryClient.invalidateQueries({ queryKey: ['connections'] });
  };
  const remove = async (shown: Versioned<Connection>): Promise<void> => {
    await deleteConnection(shown, { verb: 'Delete', about: `the connection ${row.name}` });
    toast(`${row.name} is deleted.`);
    await navigate({ to: '/connections', replace: true });
    await queryClient.invalidateQueries({ queryKey: ['connections', 'list'] });
  };
  return (
    <>
      <Section title="Where it is">
        <Facts facts={[['Store', PROVIDER_NAMES[row.type]], ...scopeFacts(row)]} />
      </Section>
      <Section title="Details">
        <Facts facts={detailsOf(row)} />
      </Section>
      <div className={styles.buttons}>
        <ActionButton onClick={() => ask('change')}>Change</ActionButton>
        <ActionButton look={on ? 'bad' : 'main'} onClick={() => ask('switch')}>
          {on ? 'Disable' : 'Enable'}
        </ActionButton>
        <ActionButton look="bad" onClick={() => ask('delete')}>
          Delete
        </ActionButton>
      </div>
      {asked === 'change' && <ChangeDialog read={read} onClose={close} />}
      {asked === 'delete' && <DeleteDialog read={read} onClose={close} onDelete={remove} />}
      {asked === 'switch' && (
        <ConfirmDialog
          title={on ? `Disable ${row.name}` : `Enable ${row.name}`}
          verb={on ? 'Disable' : 'Enable'}
          onClose={close}
          onConfirm={switchTo}
        >
          {on ? <WhatStops /> : 'Requests, bindings and discovery work again as before.'}
        </ConfirmDialog>
      )}
    </>
  );
}

function WhatStops(): JSX.Element {
  return (
    <div className={styles.consequences}>
      <p>At once: no request through it can start, nothing can be bound to it, and discovery ends.</p>
      <p>
        What is approved already is still handed to an agent, which refuses the store: those requests fail.
      </p>
      <p>Its bindings, agents and discovered secrets stay, and all work again when it is enabled.</p>
    </div>
  );
}

function scopeFacts({ type, scope }: Connection): (readonly [string, JSX.Element])[] {
  return Object.entries(scope).map(([key, value]) => [
    SCOPE_KEYS[type][key]?.label ?? key,
    <code key={key}>{typeof value === 'string' ? value : JSON.stringify(value)}</code>,
  ]);
}

function detailsOf(row: Connection): (readonly [string, JSX.Element | string | number])[] {
  return [
    ['Description', row.description ?? 'none'],
    ['Cluster', row.cluster_name ?? 'none: agents of any cluster serve it'],
    [
      'Discovery',
      row.discover_enabled ? `every ${lengthText(row.discover_interval_seconds)}` : 'when started',
    ],
    ['Teams bind it themselves', row.self_service_bindable ? 'yes' : 'no'],
    ['Agents alive', numberText(row.agents_alive)],
    [
      'Secrets found',
      <Link key="" to="/secrets" search={{ provider_connection_id: row.id }}>
        in the catalogue
      </Link>,
    ],
    ['Connected', <Ago key="" at={row.created_at} />],
    ['Connection', <CopyId key="" id={row.id} />],
  ];
}
