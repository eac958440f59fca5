import { useInfiniteQuery } from '@tanstack/react-query';
import { linkOptions } from '@tanstack/react-router';
import type { JSX } from 'react';
import { useNames } from '../../api/queries/names.js';
import { type Secret, secretsQuery } from '../../api/queries/secrets.js';
import { Badge } from '../../ui/badge.js';
import type { Column } from '../../ui/data-table.js';
import { PagedList } from '../../ui/paged-list.js';
import { SecretName } from '../../ui/secret-name.js';
import { Ago } from '../../ui/time.js';

/** The secrets that are bound to the project's environments. */
export function Secrets({ projectId }: { projectId: string }): JSX.Element {
  const list = useInfiniteQuery(secretsQuery({ project_id: projectId }));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const nameOf = useNames(rows.flatMap(({ environment_ids: ids }) => ids.map((id) => `environment:${id}`)));
  const columns: readonly Column<Secret>[] = [
    {
      head: 'Secret',
      cell: ({ ref, keys }) => (
        <SecretName secretRef={ref} keys={keys.length === 0 ? 'no keys known' : keys.join(', ')} />
      ),
    },
    {
      head: 'Environments',
      cell: ({ environment_ids: ids }) => ids.map((id) => nameOf(`environment:${id}`) ?? '…').join(', '),
    },
    {
      head: 'Status',
      cell: ({ status }) => (status === 'active' ? 'found' : <Badge tone="warn">Missing</Badge>),
    },
    { head: 'Last seen', cell: ({ last_seen_at }) => <Ago at={last_seen_at} />, end: true },
  ];
  return (
    <PagedList
      list={list}
      caption="Secrets of the project"
      columns={columns}
      rowKey={({ id }) => id}
      rowLink={({ id }) => linkOptions({ to: '/secrets/$id', params: { id } })}
      empty="No secret that you may see is bound to an environment of this project. They are bound on an environment’s page."
    />
  );
}
