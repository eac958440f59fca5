import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import type { JSX } from 'react';
import { myProjectsQuery } from '../../api/queries/places.js';
import { Page } from '../../ui/page.js';
import { RequirePermission } from '../../ui/require-permission.js';
import { Problem, Skeleton } from '../../ui/states.js';
import { RequestForm } from './request-form.js';

export const route = createLazyRoute('/shell/requests/new')({ component: NewRequestPage });

function NewRequestPage(): JSX.Element {
  return (
    <RequirePermission title="Request access" anyOf={['secret.request', 'secret.reveal.direct']}>
      <Shown />
    </RequirePermission>
  );
}

function Shown(): JSX.Element {
  const projects = useQuery(myProjectsQuery);
  const search = route.useSearch();
  return (
    <Page title="Request access">
      {projects.data !== undefined ? (
        <RequestForm search={search} />
      ) : projects.error === null ? (
        <Skeleton />
      ) : (
        <Problem error={projects.error} again={() => void projects.refetch()} />
      )}
    </Page>
  );
}
