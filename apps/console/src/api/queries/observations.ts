import type { components } from '@countersign/client';
import { api } from '../client.js';
import { pagedQuery } from './paged.js';

export type Observation = components['schemas']['ObservationResponse'];

/** What GitOps saw of the applications that a request's change reaches; for its requester alone. */
export const observationsQuery = (id: string) =>
  pagedQuery<Observation>(
    ['requests', 'one', id, 'gitops'],
    (page, signal) => {
      const params = { path: { id }, query: page };
      return api.GET('/api/v1/requests/{id}/gitops', { params, signal });
    },
    'lists',
  );
