import { useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, Link, linkOptions } from '@tanstack/react-router';
import type { JSX } from 'react';
import { type Job, type JobFilter, jobsQuery } from '../../api/queries/fleet.js';
import { useNames } from '../../api/queries/names.js';
import type { Column } from '../../ui/data-table.js';
import { FilterChips } from '../../ui/filter-chips.js';
import { JobStatusBadge } from '../../ui/job-status.js';
import { JOB_KINDS, JOB_STATUSES } from '../../ui/job-labels.js';
import { keysOf } from '../../ui/keys-of.js';
import { Page } from '../../ui/page.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { PagedList } from '../../ui/paged-list.js';
import { Ago } from '../../ui/time.js';
import styles from './page.module.css';

export const route = createLazyRoute('/shell/jobs')({ component: JobsPage });

function JobsPage(): JSX.Element {
  return (
    <RequirePermission title="Jobs" anyOf={['integration.edit']}>
      <Shown />
    </RequirePermission>
  );
}

function Shown(): JSX.Element {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const agent = filter.agent_id;
  const connection = filter.provider_connection_id;
  const nameOf = useNames([
    agent === undefined ? null : `agent:${agent}`,
    connection === undefined ? null : `provider_connection:${connection}`,
  ]);
  return (
    <Page title="Jobs" actions={<Link to="/fleet">Agents</Link>}>
      <FilterChips
        chips={[
          {
            name: 'status',
            label: 'Status',
            choices: keysOf(JOB_STATUSES).map((value) => ({ value, label: JOB_STATUSES[value].word })),
          },
          {
            name: 'kind',
            label: 'Kind',
            choices: keysOf(JOB_KINDS).map((value) => ({ value, label: JOB_KINDS[value] })),
          },
          ...(agent === undefined
            ? []
            : [
                {
                  name: 'agent_id' as const,
                  label: 'Agent',
                  choices: [{ value: agent, label: nameOf(`agent:${agent}`) ?? agent }],
                },
              ]),
          ...(connection === undefined
            ? []
            : [
                {
                  name: 'provider_connection_id' as const,
                  label: 'Connection',
                  choices: [
                    { value: connection, label: nameOf(`provider_connection:${connection}`) ?? connection },
                  ],
                },
              ]),
        ]}
        chosen={filter}
        onChange={(changed) =>
          void navigate({ to: '/jobs', search: { ...filter, ...(changed as JobFilter) }, replace: true })
        }
      />
      <List key={JSON.stringify(filter)} filter={filter} onClear={() => void navigate({ to: '/jobs' })} />
    </Page>
  );
}

function List({ filter, onClear }: { filter: JobFilter; onClear: () => void }): JSX.Element {
  const list = useInfiniteQuery(jobsQuery(filter));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const nameOf = useNames(
    rows.flatMap(({ agent_id, provider_connection_id }) => [
      agent_id && `agent:${agent_id}`,
      provider_connection_id && `provider_connection:${provider_connection_id}`,
    ]),
  );
  const columns: readonly Column<Job>[] = [
    {
      head: 'Job',
      cell: ({ kind, error }) => (
        <span className={styles.job}>
          {JOB_KINDS[kind]}
          {error !== null && <span className={styles.error}>{error}</span>}
        </span>
      ),
    },
    {
      head: 'Connection',
      cell: ({ provider_connection_id: id }) =>
        id === null ? '–' : (nameOf(`provider_connection:${id}`) ?? `…${id.slice(-6)}`),
    },
    {
      head: 'Agent',
      cell: ({ agent_id: id }) =>
        id === null ? (
          'none yet'
        ) : (
          <Link to="/fleet/$id" params={{ id }}>
            {nameOf(`agent:${id}`) ?? `…${id.slice(-6)}`}
          </Link>
        ),
    },
    { head: 'Status', cell: ({ status }) => <JobStatusBadge status={status} /> },
    { head: 'Attempts', cell: ({ attempt }) => attempt },
    {
      head: 'Request',
      cell: ({ request_id: id }) =>
        id === null ? (
          '–'
        ) : (
          <Link to="/requests/$id" params={{ id }}>
            …{id.slice(-6)}
          </Link>
        ),
    },
    { head: 'Queued', cell: ({ created_at }) => <Ago at={created_at} />, end: true },
  ];
  const filtered = Object.values(filter).some((value) => value !== undefined);
  return (
    <PagedList
      list={list}
      caption="Jobs, newest first"
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => linkOptions({ to: '/jobs/$id', params: { id } })}
      empty="There are no jobs yet."
      onClear={filtered ? onClear : undefined}
    />
  );
}
