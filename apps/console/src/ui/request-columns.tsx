import type { AccessRequest } from '../api/queries/requests.js';
import type { Column } from './data-table.js';
import { RequestPlace } from './request-place.js';
import { RequestStatusBadge } from './request-status.js';
import { TYPES } from './request-labels.js';
import { keysText, SecretName } from './secret-name.js';
import { Ago, Countdown } from './time.js';

/** The columns of lists of requests. */
export const REQUEST_COLUMNS = {
  request: {
    head: 'Request',
    cell: ({ secret_ref, keys }) => <SecretName secretRef={secret_ref} keys={keysText(keys)} />,
  },
  type: { head: 'Type', cell: ({ type }) => TYPES[type] },
  place: { head: 'Environment', cell: (row) => <RequestPlace request={row} /> },
  requester: { head: 'Requester', cell: ({ requester_email }) => requester_email, long: true },
  status: { head: 'Status', cell: ({ status }) => <RequestStatusBadge status={status} /> },
  requested: { head: 'Requested', cell: ({ created_at }) => <Ago at={created_at} />, end: true },
  ends: { head: 'Ends in', cell: ({ expires_at }) => <Countdown to={expires_at} />, end: true },
} as const satisfies Record<string, Column<AccessRequest>>;
