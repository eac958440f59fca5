import { type InfiniteData, useInfiniteQuery, type UseInfiniteQueryResult } from '@tanstack/react-query';
import { Link, linkOptions } from '@tanstack/react-router';
import type { JSX } from 'react';
import { type AuditEvent, auditEventsQuery } from '../../api/queries/audit.js';
import type { AuditFilter } from '../../api/queries/audit-filter.js';
import { criticalEventsQuery } from '../../api/queries/critical-events.js';
import { useNames } from '../../api/queries/names.js';
import { AuditSentence } from '../../ui/audit-sentence.js';
import { Badge } from '../../ui/badge.js';
import type { Column } from '../../ui/data-table.js';
import { PagedList } from '../../ui/paged-list.js';
import { SaveEvidence } from '../../ui/save-evidence.js';
import { SealBadge } from '../../ui/seal-badge.js';
import { Ago } from '../../ui/time.js';
import styles from './page.module.css';
import { useVerification, Verification } from './verification.js';

export interface EventsProps {
  readonly filter: AuditFilter;
  readonly follow: boolean;
  readonly raw: boolean;
  readonly onClear: () => void;
}

/** The events of the log, of every action. */
export function AllEvents({ filter, ...shown }: EventsProps): JSX.Element {
  const filtered = Object.values(filter).some((value) => value !== undefined);
  return (
    <List
      {...shown}
      name={filter.request_id === undefined ? 'audit-events' : `request-${filter.request_id}`}
      list={useInfiniteQuery(auditEventsQuery(filter, shown.follow))}
      filtered={filtered}
      empty="Nothing happened in the last 24 hours."
    />
  );
}

/** The events that require attention. */
export function CriticalEvents({ filter, ...shown }: EventsProps): JSX.Element {
  const narrowing = Object.values({ ...filter, view: undefined });
  return (
    <List
      {...shown}
      name="audit-events-needs-eyes"
      list={useInfiniteQuery(criticalEventsQuery(filter, shown.follow))}
      filtered={narrowing.some((value) => value !== undefined)}
      empty="Nothing in the last 7 days requires attention."
    />
  );
}

interface ListProps extends Omit<EventsProps, 'filter'> {
  readonly list: UseInfiniteQueryResult<InfiniteData<{ readonly rows: readonly AuditEvent[] }>>;
  /** Of the file with its evidence. */
  readonly name: string;
  readonly filtered: boolean;
  readonly empty: string;
}

function List({ list, name, filtered, empty, follow, raw, onClear }: ListProps): JSX.Element {
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const nameOf = useNames(rows.flatMap(({ actor, resource }) => [actor, resource]));
  const verification = useVerification();
  const columns: readonly Column<AuditEvent>[] = [
    { head: 'Event', cell: (event) => <AuditSentence {...{ event, nameOf, raw }} /> },
    { head: 'Outcome', cell: ({ status }) => <Outcome status={status} /> },
    {
      head: 'Proof',
      cell: ({ id }) => {
        const seal = verification.seals.get(id);
        return seal === undefined ? '–' : <SealBadge seal={seal} />;
      },
    },
    { head: 'Chain', cell: ({ correlation_id: chain }) => <Chain chain={chain} /> },
    { head: 'When', cell: ({ occurred_at }) => <Ago at={occurred_at} />, end: true },
  ];
  return (
    <>
      {rows.length > 0 && (
        <Verification {...{ rows, verification }}>
          <SaveEvidence ids={rows.map(({ id }) => id)} name={name} />
        </Verification>
      )}
      <PagedList
        list={list}
        caption="Audit events, newest first"
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => linkOptions({ to: '/audit/$id', params: { id } })}
        empty={empty}
        onClear={filtered ? onClear : undefined}
        live={follow}
        newestAlone={follow}
      />
    </>
  );
}

function Chain({ chain }: { chain: string | null }): JSX.Element {
  if (chain === null) return <>–</>;
  return (
    <Link
      to="/audit"
      search={{ correlation_id: chain, since: 'all' }}
      className={styles.chain}
      title={`Events of chain ${chain}`}
    >
      …{chain.slice(-6)}
    </Link>
  );
}

function Outcome({ status }: { status: string }): JSX.Element {
  if (status === 'success') return <>succeeded</>;
  return (
    <Badge tone={status === 'denied' ? 'warn' : 'bad'}>{status === 'denied' ? 'Refused' : 'Failed'}</Badge>
  );
}
