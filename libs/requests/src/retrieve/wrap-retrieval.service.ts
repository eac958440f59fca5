import { Injectable } from '@nestjs/common';
import { actorOf, INSERT_AUDIT_EVENT, AuditedRefusal, RecordedEvents } from '#libs/audit';
import { authErrors, mayRetrieveSql } from '#libs/auth';
import { Database } from '#libs/database';
import { DomainError, httpErrors, newId } from '#libs/core';
import { KeyService } from '#libs/kms';
import type { Caller } from '#libs/permissions';
import type { SecretBytes } from '#libs/secret-bytes';
import {
  CONSUME_WRAP,
  liveWrap,
  openWrap,
  STORED_WRAP,
  type StoredWrap,
  storedWrap,
  type StoredWrapRow,
  wrapErrors,
  wrapEvents,
  wrapStatus,
} from '#libs/wraps';
import { isRevealable } from '../domain/request-actions.js';
import type { RequestStatus, RequestType } from '../domain/request-state.js';
import { RequestSettings } from '../request-settings.js';
import { requestErrors } from '../requests.errors.js';

/** $1 request, $2 wrap: the request with its wrap for the requester, whose columns are null when there is none. */
const LOAD_WRAP = `SELECT ${STORED_WRAP}, ${wrapStatus('w')} AS status,
    r.requester_id, r.type AS request_type, r.status AS request_status, r.correlation_id
  FROM access_requests r
    LEFT JOIN wraps w ON w.request_id = r.id AND w.id = $2 AND w.audience = 'requester'
  WHERE r.id = $1`;

/**
 * Consumes a wrap and records it, or does neither. Checks every condition again, by the database's clock: of concurrent
 * statements only one finds the wrap unconsumed, and the session must still be active and fresh (D62).
 * $1 wrap, $2 request, $3 requester, $4 session, $5 freshness in seconds, $6 event, $7 actor, $8 correlation
 */
export const RETRIEVE_WRAP = `WITH consumed AS (
    UPDATE wraps w SET ${CONSUME_WRAP}
    FROM access_requests r
    WHERE w.id = $1 AND w.request_id = $2 AND w.audience = 'requester' AND ${liveWrap('w')}
      AND r.id = w.request_id AND r.requester_id = $3
      AND (r.status = 'executed' OR (r.type = 'cross_team' AND r.status = 'approved'))
      AND ${mayRetrieveSql('$4', '$5')}
    RETURNING w.id, w.request_id, w.key_name, w.audience)
  ${INSERT_AUDIT_EVENT}
  SELECT $6::uuid, $7, 'wrap.retrieve', 'wrap:' || consumed.id, 'success',
    jsonb_build_object('request_id', consumed.request_id, 'key_name', consumed.key_name, 'audience', consumed.audience), $8::uuid
  FROM consumed RETURNING id`;

/** A decrypted value. The caller wipes it. */
export interface RetrievedWrap {
  readonly id: string;
  readonly keyName: string;
  readonly value: SecretBytes;
}

interface RetrievalInput {
  readonly requestId: string;
  readonly wrapId: string;
  /** The query parameter user_id; defaults to the caller (D9). */
  readonly userId?: string | undefined;
}

type LoadedRow = { [Member in keyof StoredWrapRow]: StoredWrapRow[Member] | null } & {
  readonly requester_id: string;
  readonly request_type: RequestType;
  readonly request_status: RequestStatus;
  readonly correlation_id: string;
};

/** Lets the requester retrieve a value, once. */
@Injectable()
export class WrapRetrieval {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyService,
    private readonly settings: RequestSettings,
  ) {}

  /**
   * Decrypts the wrap first and consumes it afterwards: a failure of the key service loses nothing, and the value is
   * returned only after its audit event has committed with the consumption (D31).
   *
   * @throws DomainError request_not_found, not_requester, wrap_not_found, wrap_consumed, wrap_expired,
   *   request_status_invalid_transition (D93), step_up_required, dependency_unavailable
   */
  async retrieve(caller: Caller, input: RetrievalInput): Promise<RetrievedWrap> {
    const row = await this.load(input);
    try {
      const wrap = allowedWrap(caller, input, row);
      return await this.consume(caller, wrap, row?.correlation_id ?? newId());
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
      // With the request's correlation id, so that its audit trail contains refused attempts.
      const subject = { ...input, correlationId: row?.correlation_id };
      throw new AuditedRefusal(error, wrapEvents.retrievalDenied(actorOf(caller), subject, error.code));
    }
  }

  private async load({ requestId, wrapId }: RetrievalInput): Promise<LoadedRow | undefined> {
    return (await this.database.query<LoadedRow>(LOAD_WRAP, [requestId, wrapId]))[0];
  }

  private async consume(caller: Caller, wrap: StoredWrap, correlationId: string): Promise<RetrievedWrap> {
    const value = await openWrap(wrap, this.keys);
    try {
      const recorded = await this.database.write(RETRIEVE_WRAP, [
        ...[wrap.id, wrap.requestId, caller.userId, caller.sessionId, this.settings.stepUpSeconds],
        ...[newId(), actorOf(caller), correlationId],
      ]);
      if (recorded.length !== 1) throw await this.whyNotConsumed(caller, wrap);
      RecordedEvents.add();
      return { id: wrap.id, keyName: wrap.keyName, value };
    } catch (error) {
      value.wipe();
      throw error;
    }
  }

  /** Returns the error: another retrieval was first, or the wrap or the session has expired. */
  private async whyNotConsumed(caller: Caller, wrap: StoredWrap): Promise<DomainError> {
    const row = await this.load({ requestId: wrap.requestId, wrapId: wrap.id });
    if (row?.status === 'consumed') return wrapErrors.consumed();
    if (row?.status === 'available' && caller.workload !== null) return httpErrors.unauthenticated();
    return row?.status === 'available'
      ? authErrors.stepUpRequired(this.settings.stepUpSeconds)
      : wrapErrors.expired();
  }
}

/** Returns the loaded wrap if this caller may retrieve it now. @throws DomainError in the order of D9, D32 and D93 */
function allowedWrap(caller: Caller, input: RetrievalInput, row: LoadedRow | undefined): StoredWrap {
  if (!row) throw requestErrors.notFound();
  const named = input.userId?.toLowerCase() ?? caller.userId;
  if (row.requester_id !== caller.userId || named !== caller.userId) throw requestErrors.notRequester();
  if (!isWrap(row)) throw wrapErrors.notFound();
  if (row.status === 'consumed') throw wrapErrors.consumed();
  if (row.status === 'expired') throw wrapErrors.expired();
  if (!isRevealable(row.request_type, row.request_status)) throw requestErrors.statusInvalidTransition();
  return storedWrap(row);
}

function isWrap(row: LoadedRow): row is LoadedRow & StoredWrapRow {
  return row.id !== null;
}
