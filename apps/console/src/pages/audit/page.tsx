import { useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, linkOptions } from '@tanstack/react-router';
import { type JSX, lazy, Suspense, useState } from 'react';
import { type AuditEvent, auditEventsQuery } from '../../api/queries/audit.js';
import { type AuditFilter, type Span, SPANS } from '../../api/queries/audit-filter.js';
import { useMe } from '../../api/queries/me.js';
import { useNames } from '../../api/queries/names.js';
import { AuditSentence } from '../../ui/audit-sentence.js';
import { ACTIONS } from '../../ui/audit-labels.js';
import { Badge } from '../../ui/badge.js';
import { Button } from '../../ui/button.js';
import { ButtonLink } from '../../ui/button-link.js';
import type { Column } from '../../ui/data-table.js';
import { type Chip, FilterChips } from '../../ui/filter-chips.js';
import { keysOf } from '../../ui/keys-of.js';
import { LogBanner } from '../../ui/log-banner.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { Page } from '../../ui/page.js';
import { PagedList } from '../../ui/paged-list.js';
import { SealBadge } from '../../ui/seal-badge.js';
import { Ago } from '../../ui/time.js';
import styles from './page.module.css';
import { useVerification, Verification } from './verification.js';

export const route = createLazyRoute('/shell/audit')({ component: AuditPage });

const KeyDialog = lazy(() =>
  import('../../ui/log-key-dialog.js').then(({ LogKeyDialog: it }) => ({ default: it })),
);
const SPAN_WORDS: Readonly<Record<Span, string>> = {
  '15m': 'last 15 minutes',
  '1h': 'last hour',
  '24h': 'last 24 hours',
  '7d': 'last 7 days',
  all: 'ever',
};
const STATUSES = { success: 'succeeded', denied: 'refused', failure: 'failed' } as const;

function AuditPage(): JSX.Element {
  return (
    <RequirePermission title="Audit log" anyOf={['audit.read']}>
      <Shown />
    </RequirePermission>
  );
}

function Shown(): JSX.Element {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const me = useMe();
  const nameOf = useNames([filter.actor ?? null, filter.resource ?? null]);
  const [follow, setFollow] = useState(false);
  const [raw, setRaw] = useState(false);
  const [pinning, setPinning] = useState(false);
  const choose = (changed: Partial<AuditFilter>): void =>
    void navigate({ to: '/audit', search: { ...filter, ...changed }, replace: true });
  return (
    <Page
      title="Audit log"
      actions={
        <>
          <ButtonLink to="/audit/log">The log as a whole</ButtonLink>
          <Button onClick={() => setPinning(true)}>Key of the log</Button>
        </>
      }
    >
      <LogBanner />
      <FilterChips
        chips={chipsOf(filter, `user:${me.id}`, nameOf)}
        chosen={{ ...filter, since: filter.since === '24h' ? undefined : filter.since }}
        onChange={(changed) => choose(changed as Partial<AuditFilter>)}
      />
      <div className={styles.views}>
        <label>
          <input type="checkbox" checked={follow} onChange={({ target }) => setFollow(target.checked)} />
          Follow
        </label>
        <label>
          <input type="checkbox" checked={raw} onChange={({ target }) => setRaw(target.checked)} />
          Raw names
        </label>
      </div>
      <List
        key={JSON.stringify(filter)}
        {...{ filter, follow, raw }}
        onClear={() => void navigate({ to: '/audit' })}
      />
      <Suspense>{pinning && <KeyDialog onClose={() => setPinning(false)} />}</Suspense>
    </Page>
  );
}

interface ListProps {
  readonly filter: AuditFilter;
  readonly follow: boolean;
  readonly raw: boolean;
  readonly onClear: () => void;
}

function List({ filter, follow, raw, onClear }: ListProps): JSX.Element {
  const list = useInfiniteQuery(auditEventsQuery(filter, follow));
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
    {
      head: 'Chain',
      cell: ({ correlation_id: chain }) =>
        chain === null ? (
          '–'
        ) : (
          <Link
            to="/audit"
            search={{ correlation_id: chain, since: 'all' }}
            className={styles.chain}
            title={`Events of chain ${chain}`}
          >
            …{chain.slice(-6)}
          </Link>
        ),
    },
    { head: 'When', cell: ({ occurred_at }) => <Ago at={occurred_at} />, end: true },
  ];
  const filtered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      {rows.length > 0 && <Verification {...{ rows, verification }} />}
      <PagedList
        list={list}
        caption="Audit events, newest first"
        columns={columns}
        rowKey={({ id }) => id}
        rowLink={({ id }) => linkOptions({ to: '/audit/$id', params: { id } })}
        empty="Nothing happened in the last 24 hours."
        onClear={filtered ? onClear : undefined}
        live={follow}
      />
    </>
  );
}

function Outcome({ status }: { status: string }): JSX.Element {
  if (status === 'success') return <>succeeded</>;
  return (
    <Badge tone={status === 'denied' ? 'warn' : 'bad'}>{status === 'denied' ? 'Refused' : 'Failed'}</Badge>
  );
}

function chipsOf(
  filter: AuditFilter,
  me: string,
  nameOf: (ref: string) => string | undefined,
): readonly Chip<keyof AuditFilter>[] {
  const groups = [...new Set(keysOf(ACTIONS).flatMap((name) => name.match(/^[a-z_]+(?=\.)/) ?? []))];
  const actions = [...groups.map((group) => `${group}.*`), ...keysOf(ACTIONS)];
  const as = (value: string | undefined, label: string) => (value === undefined ? [] : [{ value, label }]);
  const { actor, resource, action, correlation_id: chain } = filter;
  return [
    {
      name: 'since',
      label: 'When',
      empty: SPAN_WORDS['24h'],
      choices: keysOf(SPANS).flatMap((span) => as(span === '24h' ? undefined : span, SPAN_WORDS[span])),
    },
    {
      name: 'action',
      label: 'Action',
      choices: [...new Set(action === undefined ? actions : [...actions, action])].flatMap((name) =>
        as(name, name),
      ),
    },
    {
      name: 'status',
      label: 'Outcome',
      choices: keysOf(STATUSES).flatMap((name) => as(name, STATUSES[name])),
    },
    {
      name: 'actor',
      label: 'By',
      choices: [...as(me, 'me'), ...as(actor === me ? undefined : actor, nameOf(actor ?? '') ?? actor ?? '')],
    },
    ...(resource === undefined
      ? []
      : [{ name: 'resource' as const, label: 'Of', choices: as(resource, nameOf(resource) ?? resource) }]),
    ...(chain === undefined
      ? []
      : [{ name: 'correlation_id' as const, label: 'Chain', choices: as(chain, `…${chain.slice(-6)}`) }]),
  ];
}
