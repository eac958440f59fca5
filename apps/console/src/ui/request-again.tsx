import type { JSX } from 'react';
import { hasPermission, useMe } from '../api/queries/me.js';
import type { RequestDetail } from '../api/queries/requests.js';
import { ButtonLink } from './button-link.js';

export interface RequestAgainProps {
  readonly request: RequestDetail;
  /** Those that are needed still. */
  readonly keys?: readonly string[];
}

/** Leads its requester to the same request once more, filled in. One to another team has to be filled in anew. */
export function RequestAgain({ request, keys = request.keys }: RequestAgainProps): JSX.Element | null {
  const me = useMe();
  const { type: kind, requester_id: requester, secret_ref: ref } = request;
  if (kind === 'cross_team' || requester !== me.id || !hasPermission(me, 'secret.request')) return null;
  const { project_id: project, environment_id: environment, provider_connection_id: connection } = request;
  const search = { project, environment, connection, ref, keys: keys.join(','), kind };
  return (
    <ButtonLink to="/requests/new" search={search}>
      Request again
    </ButtonLink>
  );
}
