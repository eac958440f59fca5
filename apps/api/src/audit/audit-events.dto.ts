import { IsIn, Matches } from 'class-validator';
import { AUDIT_STATUSES, type AuditFilter, type AuditStatus, type IndexedAuditRow } from '#libs/audit';
import { IfPresent, IsId } from '../http/fields.js';
import { PageQuery } from '../http/page.dto.js';
import { instantOf, IsInstant } from '../http/is-instant.js';

const IsWord = (): PropertyDecorator =>
  Matches(/^\P{Cc}{1,300}$/u, { message: 'must be 1 to 300 characters without control characters' });

/** The filters of the audit log; `action` and `resource` may end in `*` to match a prefix. */
export class AuditEventsQuery extends PageQuery {
  @IfPresent()
  @IsWord()
  actor?: string;

  @IfPresent()
  @IsWord()
  action?: string;

  @IfPresent()
  @IsWord()
  resource?: string;

  @IfPresent()
  @IsId()
  correlation_id?: string;

  /** Returns the events under this request's correlation id. */
  @IfPresent()
  @IsId()
  request_id?: string;

  /** Returns the events of this project itself, and those with it as `project_id` in their metadata. */
  @IfPresent()
  @IsId()
  project_id?: string;

  @IfPresent()
  @IsIn(AUDIT_STATUSES)
  status?: AuditStatus;

  /** Inclusive. */
  @IfPresent()
  @IsInstant()
  since?: string;

  /** Exclusive. */
  @IfPresent()
  @IsInstant()
  until?: string;

  static filter(this: void, query: AuditEventsQuery): AuditFilter {
    const { actor, action, resource, correlation_id: correlationId, status } = query;
    const { request_id: requestId, project_id: projectId } = query;
    const since = query.since === undefined ? undefined : instantOf(query.since);
    const until = query.until === undefined ? undefined : instantOf(query.until);
    return { actor, action, resource, correlationId, requestId, projectId, status, since, until };
  }
}

export class AuditEventResponse {
  id: string;
  actor: string;
  action: string;
  resource: string | null;
  status: string;
  metadata: Record<string, unknown>;
  correlation_id: string | null;
  occurred_at: string;
  /** `occurred_at` with microseconds, as in the event's leaf. */
  occurred_at_exact: string;
  /** Position in the sealed log; null before the event is sealed. */
  leaf_index: number | null;

  static of(this: void, row: IndexedAuditRow): AuditEventResponse {
    const { id, actor, action, resource, status, metadata, correlation_id } = row;
    return {
      id,
      actor,
      action,
      resource,
      status,
      metadata,
      correlation_id,
      occurred_at: row.occurred_at.toISOString(),
      occurred_at_exact: row.cursor_at,
      leaf_index: row.leaf_index,
    };
  }
}
