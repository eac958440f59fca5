import { useInfiniteQuery } from '@tanstack/react-query';
import { createLazyRoute, linkOptions } from '@tanstack/react-router';
import type { JSX } from 'react';
import { hasPermission, useMe } from '../../api/queries/me.js';
import type { RequestFilter } from '../../api/queries/request-filter.js';
import { requestsQuery } from '../../api/queries/requests.js';
import { FilterText } from '../../ui/filter-text.js';
import { NewRequestLink } from '../../ui/new-request-link.js';
import { ButtonLink } from '../../ui/button-link.js';
import { Page } from '../../ui/page.js';
import { PagedList } from '../../ui/paged-list.js';
import { REQUEST_COLUMNS } from '../../ui/request-columns.js';
import { Filters } from './filters.js';

export const route = createLazyRoute('/shell/requests')({ component: RequestsPage });

const { request, type, place, requester, status, requested } = REQUEST_COLUMNS;
const COLUMNS = [request, type, place, requester, status, requested];

function RequestsPage(): JSX.Element {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const choose = (changed: Partial<RequestFilter>): void =>
    void navigate({ to: '/requests', search: { ...filter, ...changed }, replace: true });
  return (
    <Page
      title="Requests"
      actions={
        <>
          {hasPermission(useMe(), 'audit.read') && (
            <ButtonLink to="/requests/statistics">Statistics</ButtonLink>
          )}
          <NewRequestLink />
        </>
      }
    >
      <FilterText
        label="Reference begins with"
        value={filter.ref_prefix}
        onChange={(ref_prefix) => choose({ ref_prefix })}
      />
      <Filters filter={filter} onChange={choose} />
      <List key={JSON.stringify(filter)} filter={filter} onClear={() => void navigate({ to: '/requests' })} />
    </Page>
  );
}

function List({ filter, onClear }: { filter: RequestFilter; onClear: () => void }): JSX.Element {
  const filtered = Object.values(filter).some((value) => value !== undefined);
  return (
    <PagedList
      list={useInfiniteQuery(requestsQuery(filter))}
      caption={`Requests, ${filter.ref_prefix === undefined ? 'newest first' : 'by reference'}`}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      rowLink={({ id }) => linkOptions({ to: '/requests/$id', params: { id } })}
      empty="There are no requests yet that you may see."
      onClear={filtered ? onClear : undefined}
    />
  );
}
