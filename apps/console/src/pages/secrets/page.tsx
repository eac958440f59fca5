import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createLazyRoute, linkOptions } from '@tanstack/react-router';
import type { JSX } from 'react';
import { useNames } from '../../api/queries/names.js';
import { projectsQuery } from '../../api/queries/places.js';
import { type Secret, type SecretFilter, secretsQuery } from '../../api/queries/secrets.js';
import { Badge } from '../../ui/badge.js';
import type { Column } from '../../ui/data-table.js';
import { type Chip, FilterChips } from '../../ui/filter-chips.js';
import { FilterText } from '../../ui/filter-text.js';
import { NewRequestLink } from '../../ui/new-request-link.js';
import { Page } from '../../ui/page.js';
import { PagedList } from '../../ui/paged-list.js';
import { Ago } from '../../ui/time.js';
import { keysText, SecretName } from '../../ui/secret-name.js';

export const route = createLazyRoute('/shell/secrets')({ component: SecretsPage });

function SecretsPage(): JSX.Element {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const projects = useQuery(projectsQuery).data ?? [];
  const choose = (changed: Partial<SecretFilter>): void =>
    void navigate({ to: '/secrets', search: { ...filter, ...changed }, replace: true });
  const { key } = filter;
  const chips: readonly Chip<keyof SecretFilter>[] = [
    {
      name: 'project_id',
      label: 'Project',
      choices: projects.map(({ id, name }) => ({ value: id, label: name })),
    },
    {
      name: 'status',
      label: 'Status',
      choices: [
        { value: 'active', label: 'found' },
        { value: 'missing', label: 'missing' },
      ],
    },
    ...(key === undefined
      ? []
      : [{ name: 'key' as const, label: 'Has the key', choices: [{ value: key, label: key }] }]),
  ];
  return (
    <Page title="Secrets" actions={<NewRequestLink />}>
      <FilterText label="Reference" minLength={3} value={filter.q} onChange={(q) => choose({ q })} />
      <FilterChips
        chips={chips}
        chosen={filter}
        onChange={(changed) => choose(changed as Partial<SecretFilter>)}
      />
      <List key={JSON.stringify(filter)} filter={filter} onClear={() => void navigate({ to: '/secrets' })} />
    </Page>
  );
}

function List({ filter, onClear }: { filter: SecretFilter; onClear: () => void }): JSX.Element {
  const list = useInfiniteQuery(secretsQuery(filter));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const nameOf = useNames(
    rows.map(({ provider_connection_id: id }) => (id === null ? null : `provider_connection:${id}`)),
  );
  const columns: readonly Column<Secret>[] = [
    {
      head: 'Secret',
      cell: ({ ref, keys }) => (
        <SecretName secretRef={ref} keys={keys.length === 0 ? 'no keys known' : keysText(keys)} />
      ),
    },
    {
      head: 'Connection',
      cell: ({ provider_connection_id: id, provider }) =>
        (id === null ? undefined : nameOf(`provider_connection:${id}`)) ?? provider,
    },
    {
      head: 'Environments',
      cell: ({ environment_ids: { length } }) => (length === 0 ? 'not bound' : length),
    },
    {
      head: 'Status',
      cell: ({ status }) => (status === 'active' ? 'found' : <Badge tone="warn">Missing</Badge>),
    },
    { head: 'Last seen', cell: ({ last_seen_at }) => <Ago at={last_seen_at} />, end: true },
  ];
  const filtered = Object.values(filter).some((value) => value !== undefined);
  return (
    <PagedList
      list={list}
      caption="Secrets"
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => linkOptions({ to: '/secrets/$id', params: { id } })}
      empty="No discovery has found a secret yet that you may see."
      onClear={filtered ? onClear : undefined}
    />
  );
}
