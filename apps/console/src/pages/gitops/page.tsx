import { useQuery } from '@tanstack/react-query';
import { createLazyRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { metaQuery } from '../../api/queries/meta.js';
import { Page } from '../../ui/page.js';
import { Empty, Problem, Skeleton } from '../../ui/states.js';
import { Applications } from './applications.js';
import { Endpoints } from './endpoints.js';
import { Mappings } from './mappings.js';

export const route = createLazyRoute('/shell/gitops')({ component: GitopsPage });

function GitopsPage(): ReactNode {
  const { endpoint } = route.useSearch();
  const { data: meta, error, refetch } = useQuery(metaQuery);
  return (
    <Page title="GitOps">
      {meta === undefined && error === null && <Skeleton />}
      {meta === undefined && error !== null && <Problem error={error} again={() => void refetch()} />}
      {meta?.gitops === false && (
        <Empty>GitOps is disabled. The operator enables it with SVC_GITOPS_ENABLED=true.</Empty>
      )}
      {meta?.gitops === true && (
        <>
          <p>
            Agents read what Argo CD has deployed and report it: no credential of Argo CD is needed here.
            Where an application is mapped to an environment, requesters see on their request when a change
            has arrived.
          </p>
          <Endpoints />
          {endpoint !== undefined && <Applications key={endpoint} endpointId={endpoint} />}
          <Mappings />
        </>
      )}
    </Page>
  );
}
