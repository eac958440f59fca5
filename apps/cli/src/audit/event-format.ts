import type { Field } from '../nouns/noun.js';
import type { ListFormat } from '../nouns/print-rows.js';
import type { AuditEvent } from './check-events.js';

const REF = /^[a-z_]+:/;

const FIELDS: readonly Field<AuditEvent>[] = [
  { head: 'at', cell: ({ occurred_at }) => occurred_at },
  { head: 'who', refs: ({ actor }) => [actor] },
  { head: 'what', cell: ({ action }) => action },
  { head: 'how', cell: ({ status }) => status },
  { head: 'of', cell: ({ resource }) => REF.exec(resource ?? '')?.[0].slice(0, -1) ?? null },
  { head: 'which', refs: ({ resource }) => (resource === null ? [] : [resource]) },
  { head: 'id', cell: ({ id }) => id, wide: true },
  { head: 'leaf', cell: ({ leaf_index }) => leaf_index, wide: true, end: true },
  { head: 'correlation id', cell: ({ correlation_id }) => correlation_id, wide: true },
  { head: 'more', cell: ({ metadata }) => JSON.stringify(metadata), wide: true },
];

/** How audit events are listed. */
export const EVENT_FORMAT: ListFormat<AuditEvent> = {
  fields: FIELDS,
  name: ({ id }) => id,
  empty: 'No events.',
};
