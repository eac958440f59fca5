import type { paths } from '@countersign/client';

type Query = NonNullable<paths['/api/v1/audit-events']['get']['parameters']['query']>;

/** How far back the list goes, in minutes, as the address names it; `range` has ends of its own. */
export const SPANS = {
  '15m': 15,
  '1h': 60,
  '24h': 24 * 60,
  '7d': 7 * 24 * 60,
  all: null,
  range: null,
} as const;
export type Span = keyof typeof SPANS;

/** How far back the list goes unless the address says it: what requires attention is rare. */
export function defaultSpan({ view }: Pick<AuditFilter, 'view'>): Span {
  return view === undefined ? '24h' : '7d';
}

/** What the list of audit events is narrowed to. */
export type AuditFilter = Pick<
  Query,
  'actor' | 'action' | 'resource' | 'correlation_id' | 'request_id' | 'project_id' | 'status'
> & {
  readonly since?: Span;
  /** The ends of the span `range`. */
  readonly from?: string;
  readonly until?: string;
  /** Only events that require attention. */
  readonly view?: 'needs-eyes';
};
