import { Injectable } from '@nestjs/common';
import { AuditReadModel } from '#libs/audit';
import { Database } from '#libs/database';
import type { Caller } from '#libs/permissions';
import { personNameSql } from '#libs/users';
import { entryOf, TIMELINE_EVENTS, type TimelineDetail, type TimelineStep } from './domain/timeline.js';
import { RequestReadModel } from './requests.read-model.js';

/** An entry of a request's timeline. */
export interface TimelineEntry {
  readonly at: Date;
  readonly what: TimelineStep;
  /** `ref` as in the audit log; `name` of a user or an agent, null for the service itself. */
  readonly by: { readonly ref: string; readonly name: string | null };
  /** `text` of a comment, which is not in the audit log. */
  readonly detail: TimelineDetail & { readonly text?: string };
}

/** $1 ids of users and agents, which never coincide. */
const ACTOR_NAMES = `SELECT 'user:' || u.id AS ref, ${personNameSql('u')} AS name FROM users u WHERE u.id = ANY ($1::uuid[])
  UNION ALL SELECT 'agent:' || a.id, a.name FROM agents a WHERE a.id = ANY ($1::uuid[])`;

const ACTOR = /^(?:user|agent):([0-9a-f-]{36})$/;

/** Builds the timeline of a request from the audit events under its correlation id. */
@Injectable()
export class TimelineReadModel {
  constructor(
    private readonly database: Database,
    private readonly requests: RequestReadModel,
    private readonly audit: AuditReadModel,
  ) {}

  /**
   * Returns the entries, oldest first, as far as the audit log's retention reaches.
   *
   * @throws DomainError request_not_found, also when it is not visible to the caller
   */
  async of(caller: Caller, id: string): Promise<TimelineEntry[]> {
    const { request } = await this.requests.getVisible(caller, id);
    const events = await this.audit.chain(request.correlation_id, TIMELINE_EVENTS);
    const entries = events.flatMap((event) => {
      const entry = entryOf(event);
      return entry === null ? [] : [{ ...entry, at: event.occurred_at, ref: event.actor }];
    });
    const names = await this.namesOf(entries.map(({ ref }) => ref));
    const texts = await this.commentsOn(id);
    return entries.map(({ at, what, ref, detail }) => ({
      ...{ at, what, detail: withText(detail, texts) },
      by: { ref, name: names.get(ref) ?? workloadName(ref) },
    }));
  }

  private async commentsOn(id: string): Promise<ReadonlyMap<string, string>> {
    const sql = 'SELECT id, text FROM request_comments WHERE request_id = $1';
    const rows = await this.database.query<{ id: string; text: string }>(sql, [id]);
    return new Map(rows.map((row) => [row.id, row.text]));
  }

  private async namesOf(refs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const ids = [...new Set(refs)].flatMap((ref) => ACTOR.exec(ref)?.[1] ?? []);
    const rows = await this.database.query<{ ref: string; name: string }>(ACTOR_NAMES, [ids]);
    return new Map(rows.map(({ ref, name }) => [ref, name]));
  }
}

/** Returns a workload's name, which is part of its actor in the audit log. */
function workloadName(ref: string): string | null {
  return ref.startsWith('workload:') ? ref.replace(':', ' ') : null;
}

function withText(detail: TimelineDetail, texts: ReadonlyMap<string, string>): TimelineEntry['detail'] {
  const text = detail.comment_id === undefined ? undefined : texts.get(detail.comment_id);
  return text === undefined ? detail : { ...detail, text };
}
