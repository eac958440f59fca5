import { byAge, type Conditions, prefixPattern, type RowOrder } from '#libs/database';
import { OVERDUE, SELECT_REQUEST, selectRequest } from './access-request.js';
import type { RequestStatus, RequestType } from './domain/request-state.js';

/** Which requests to list; all conditions must hold. */
export interface RequestFilter {
  readonly requesterId?: string;
  /** Any of these. */
  readonly statuses?: readonly RequestStatus[];
  readonly type?: RequestType;
  readonly operation?: 'read' | 'patch' | 'reveal';
  readonly direct?: boolean;
  readonly projectId?: string;
  readonly environmentId?: string;
  readonly connectionId?: string;
  readonly refPrefix?: string;
  /** ISO timestamps of the submission: `since` inclusive, `until` exclusive. */
  readonly since?: string;
  readonly until?: string;
}

/** `-created_at`: newest first. `ref`: by the start of the ref, then oldest first. */
export type RequestOrder = 'created_at' | '-created_at' | 'expires_at' | 'ref';

/** Leading characters of a ref that are indexed: an index entry is limited to 2,704 bytes. */
const INDEXED = 500;

const beginningOf = (ref: string): string => `left(${ref}, ${INDEXED}) COLLATE "C"`;

/** The columns of each order, and the select whose cursors refer to it. */
export const REQUEST_ORDERS: Readonly<Record<RequestOrder, { source: string; order?: RowOrder }>> = {
  created_at: { source: SELECT_REQUEST },
  '-created_at': { source: SELECT_REQUEST, order: byAge('r', '-created_at') },
  expires_at: {
    source: selectRequest('r.expires_at'),
    order: { columns: ['r.expires_at', 'r.id'], position: (at, id) => `${at}::timestamptz, ${id}::uuid` },
  },
  ref: {
    source: SELECT_REQUEST,
    order: {
      columns: [beginningOf('r.secret_ref'), 'r.created_at', 'r.id'],
      position: (at, id) =>
        `${beginningOf(`(SELECT x.secret_ref FROM access_requests x WHERE x.id = ${id}::uuid)`)}, ${at}::timestamptz, ${id}::uuid`,
    },
  },
};

/** Returns the filter as conditions on `access_requests r`. */
export function filtered(filter: RequestFilter, conditions: Conditions): string[] {
  const equal = (column: string, value: unknown): string[] =>
    value === undefined ? [] : [`r.${column} = ${conditions.bind(value)}`];
  return [
    ...equal('requester_id', filter.requesterId),
    ...equal('type', filter.type),
    ...equal('project_id', filter.projectId),
    ...equal('environment_id', filter.environmentId),
    ...equal('provider_connection_id', filter.connectionId),
    ...operationIs(filter),
    ...(filter.refPrefix === undefined ? [] : refBegins(filter.refPrefix, conditions)),
    ...(filter.since === undefined ? [] : [`r.created_at >= ${conditions.bind(filter.since)}::timestamptz`]),
    ...(filter.until === undefined ? [] : [`r.created_at < ${conditions.bind(filter.until)}::timestamptz`]),
    ...statusIs(filter.statuses ?? [], conditions),
  ];
}

/** Uses the index for the start of a prefix; the rest of a longer one is compared row by row. */
function refBegins(prefix: string, conditions: Conditions): string[] {
  const characters = [...prefix];
  const indexed = prefixPattern(characters.slice(0, INDEXED).join(''));
  return [
    `${beginningOf('r.secret_ref')} LIKE ${conditions.bind(indexed)}`,
    ...(characters.length > INDEXED
      ? [`r.secret_ref COLLATE "C" LIKE ${conditions.bind(prefixPattern(prefix))}`]
      : []),
  ];
}

/** Direct reveals, and only they, have the operation reveal (D33). A literal, so that the partial index is used. */
function operationIs({ operation, direct }: RequestFilter): string[] {
  return [
    ...(operation === undefined ? [] : [`r.operation = '${operation}'`]),
    ...(direct === undefined ? [] : [direct ? `r.direct AND r.operation = 'reveal'` : 'NOT r.direct']),
  ];
}

/** Compares the effective status: a request past its expiry is expired (D74). */
function statusIs(statuses: readonly RequestStatus[], conditions: Conditions): string[] {
  const stored = [...new Set(statuses)].filter((status) => status !== 'expired');
  const ways: string[] = [];
  if (stored.length === 1) ways.push(`r.status = ${conditions.bind(stored[0])} AND NOT ${OVERDUE}`);
  if (stored.length > 1) ways.push(`r.status = ANY (${conditions.bind(stored)}::text[]) AND NOT ${OVERDUE}`);
  if (stored.length < new Set(statuses).size) ways.push(`(r.status = 'expired' OR ${OVERDUE})`);
  if (ways.length < 2) return ways;
  return [`(${ways.map((way) => `(${way})`).join(' OR ')})`];
}
