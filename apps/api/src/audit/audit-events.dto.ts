import { Matches } from 'class-validator';
import type { AuditFilter, AuditRow } from '#libs/audit';
import { IfPresent, IsId } from '../http/fields.js';
import { PageQuery } from '../http/page.dto.js';
import { instantOf, IsInstant } from './is-instant.js';

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

  /** Inclusive. */
  @IfPresent()
  @IsInstant()
  since?: string;

  /** Exclusive. */
  @IfPresent()
  @IsInstant()
  until?: string;

  static filter(this: void, query: AuditEventsQuery): AuditFilter {
    const { actor, action, resource, correlation_id: correlationId } = query;
    const since = query.since === undefined ? undefined : instantOf(query.since);
    const until = query.until === undefined ? undefined : instantOf(query.until);
    return { actor, action, resource, correlationId, since, until };
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

  static of(this: void, row: AuditRow): AuditEventResponse {
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
    };
  }
}
