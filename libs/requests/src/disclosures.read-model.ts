import { Injectable } from '@nestjs/common';
import { Conditions, Database } from '#libs/database';
import { SecretReadModel } from '#libs/providers';
import { cursorColumn, type Page, pageOf, type PageRequest } from '#libs/core';

/** A secret: a ref at a connection. */
export interface DisclosedSecret {
  readonly connectionId: string;
  readonly ref: string;
}

export interface Person {
  readonly user_id: string;
  readonly display_name: string | null;
  readonly email: string;
}

/** A request whose requester has retrieved at least one of the secret's values. */
export interface Disclosure {
  readonly request_id: string;
  readonly requester: Person;
  /** Its approvers, in the order of their votes; empty where no approval was needed. */
  readonly approvers: readonly Person[];
  readonly keys_fetched: readonly string[];
  readonly direct: boolean;
  /** Time of the latest retrieval. */
  readonly at: Date;
  /** The audit event of that retrieval; null after its retention. */
  readonly event_id: string | null;
}

const person = (alias: string): string =>
  `jsonb_build_object('user_id', ${alias}.id, 'display_name', ${alias}.display_name, 'email', ${alias}.email)`;

/** Retrieved wraps of the requester. */
const RETRIEVED = "w.request_id = p.id AND w.audience = 'requester' AND w.consumed_at IS NOT NULL";

/** The columns of a page `p` of requests. */
const COLUMNS = `p.id, p.id AS request_id, p.direct, p.cursor_at, ${person('u')} AS requester, f.keys_fetched, f.at,
  (SELECT coalesce(jsonb_agg(${person('v')} ORDER BY a.created_at), '[]') FROM approvals a JOIN users v ON v.id = a.approver_id
    WHERE a.request_id = p.id AND a.decision = 'approve') AS approvers,
  (SELECT e.id FROM audit_events e
    WHERE e.resource = 'wrap:' || f.wrap_id AND e.action = 'wrap.retrieve' AND e.status = 'success' LIMIT 1) AS event_id`;

/** Lists who has retrieved values of a secret. */
@Injectable()
export class DisclosureReadModel {
  constructor(
    private readonly database: Database,
    private readonly secrets: SecretReadModel,
  ) {}

  /** Returns the page of `list` for a discovered secret. @throws DomainError secret_not_found */
  async ofSecret(id: string, page: PageRequest): Promise<Page<Disclosure>> {
    const { provider_connection_id: connectionId, ref } = await this.secrets.get(id);
    // A secret without a connection can't be requested.
    return connectionId === null ? { rows: [], next: null } : this.list({ connectionId, ref }, page);
  }

  /** Returns a page of the requests whose requester retrieved values of the secret, newest first. */
  async list({ connectionId, ref }: DisclosedSecret, page: PageRequest): Promise<Page<Disclosure>> {
    const conditions = new Conditions(connectionId, ref);
    const before = page.after
      ? `AND (p.created_at, p.id) < (${conditions.bind(page.after.at)}::timestamptz, ${conditions.bind(page.after.id)}::uuid)`
      : '';
    const sql = `WITH p AS MATERIALIZED (
        SELECT p.id, p.requester_id, p.direct, p.created_at, ${cursorColumn('p.created_at')} FROM access_requests p
        WHERE p.provider_connection_id = $1 AND left(p.secret_ref, 200) = left($2, 200) AND p.secret_ref = $2 ${before}
          AND EXISTS (SELECT FROM wraps w WHERE ${RETRIEVED})
        ORDER BY p.created_at DESC, p.id DESC LIMIT ${conditions.bind(page.limit + 1)})
      SELECT ${COLUMNS} FROM p JOIN users u ON u.id = p.requester_id, LATERAL (
        SELECT array_agg(DISTINCT w.key_name ORDER BY w.key_name) AS keys_fetched, max(w.consumed_at) AS at,
          (array_agg(w.id ORDER BY w.consumed_at DESC))[1] AS wrap_id FROM wraps w WHERE ${RETRIEVED}) f
      ORDER BY p.created_at DESC, p.id DESC`;
    type Listed = Disclosure & { readonly id: string; readonly cursor_at: string };
    return pageOf(await this.database.lists.query<Listed>(sql, conditions.parameters), page.limit);
  }
}
