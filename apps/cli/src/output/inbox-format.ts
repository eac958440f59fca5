import type { RowFormat } from './printer.js';
import type { AccessRequest } from './request-format.js';
import { whenOf } from './time.js';

/** Columns of the inbox: requests for values of the caller's teams. */
export const INBOX_FORMAT: RowFormat<AccessRequest> = {
  columns: [
    { head: 'id', cell: ({ id }) => id.slice(0, 13) },
    { head: 'team', cell: ({ names }) => names?.target_team ?? null },
    { head: 'project', cell: ({ names }) => names?.target_project ?? null },
    { head: 'keys', cell: ({ keys }) => keys.join(',') },
    { head: 'for', cell: ({ names }) => names?.source_project ?? null },
    { head: 'into', cell: ({ destination_secret_ref: into }) => into ?? null, wide: true },
    { head: 'requester', cell: ({ requester_email }) => requester_email },
    { head: 'justification', cell: ({ justification }) => justification, wide: true },
    { head: 'ends', cell: ({ fill_expires_at: ends }) => (ends === undefined ? null : whenOf(ends)) },
  ],
  name: ({ id }) => id,
  empty: 'No request waits for values from your teams.',
};
