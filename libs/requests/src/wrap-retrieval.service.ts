import { Injectable } from '@nestjs/common';
import { AuditedRefusal, RecordedEvents, actorOf } from '#libs/audit';
import { authErrors } from '#libs/auth';
import { Database } from '#libs/database';
import { DomainError, newId } from '#libs/core';
import { KeyService } from '#libs/kms';
import type { Caller } from '#libs/permissions';
import type { SecretBytes } from '#libs/secret-bytes';
import { openWrap, type StoredWrap, storedWrap, type StoredWrapRow, wrapErrors, wrapEvents } from '#libs/wraps';
import { isRevealable } from './domain/request-actions.js';
import type { RequestStatus, RequestType } from './domain/request-state.js';
import { RequestSettings } from './request-settings.js';
import { requestErrors } from './requests.errors.js';
import { LOAD_WRAP, TAKE_WRAP } from './wrap-retrieval-sql.js';

/** A value on its way to its requester. Whoever gets it wipes it. */
export interface RetrievedWrap {
  readonly id: string;
  readonly keyName: string;
  readonly value: SecretBytes;
}

interface Asked {
  readonly requestId: string;
  readonly wrapId: string;
  /** The query parameter user_id; absent is the caller (D9). */
  readonly userId?: string | undefined;
}

type LoadedRow = { [Member in keyof StoredWrapRow]: StoredWrapRow[Member] | null } & {
  readonly requester_id: string;
  readonly request_type: RequestType;
  readonly request_status: RequestStatus;
  readonly correlation_id: string;
};

/** Hands a value to its requester, once. */
@Injectable()
export class WrapRetrieval {
  constructor(
    private readonly database: Database,
    private readonly keys: KeyService,
    private readonly settings: RequestSettings,
  ) {}

  /**
   * Opens the wrap first and consumes it after: the key service may fail without a loss, and the value
   * leaves only once its audit event has committed with the consumption (D31).
   *
   * @throws DomainError request_not_found, not_requester, wrap_not_found, wrap_consumed, wrap_expired,
   *   request_status_invalid_transition (D93), step_up_required, dependency_unavailable
   */
  async retrieve(caller: Caller, asked: Asked): Promise<RetrievedWrap> {
    const row = await this.load(asked);
    try {
      const wrap = allowedWrap(caller, asked, row);
      return await this.take(caller, wrap, row?.correlation_id ?? newId());
    } catch (error) {
      if (!(error instanceof DomainError) || error.kind === 'unavailable') throw error;
      // Under the request's correlation id, so that its trail shows the refused tries too.
      const subject = { ...asked, correlationId: row?.correlation_id };
      throw new AuditedRefusal(error, wrapEvents.retrievalDenied(actorOf(caller), subject, error.code));
    }
  }

  private async load({ requestId, wrapId }: Asked): Promise<LoadedRow | undefined> {
    return (await this.database.frequentQuery<LoadedRow>(LOAD_WRAP, [requestId, wrapId]))[0];
  }

  private async take(caller: Caller, wrap: StoredWrap, correlationId: string): Promise<RetrievedWrap> {
    const value = await openWrap(wrap, this.keys);
    try {
      const taken = await this.database.write(TAKE_WRAP, [
        ...[wrap.id, wrap.requestId, caller.userId, caller.sessionId, this.settings.stepUpSeconds],
        ...[newId(), actorOf(caller), correlationId],
      ]);
      if (taken.length !== 1) throw await this.whyNotTaken(wrap);
      RecordedEvents.add();
      return { id: wrap.id, keyName: wrap.keyName, value };
    } catch (error) {
      value.wipe();
      throw error;
    }
  }

  /** Another retrieval won, the wrap ran out, or the session did. */
  private async whyNotTaken(wrap: StoredWrap): Promise<DomainError> {
    const row = await this.load({ requestId: wrap.requestId, wrapId: wrap.id });
    if (row?.status === 'consumed') return wrapErrors.consumed();
    return row?.status === 'available'
      ? authErrors.stepUpRequired(this.settings.stepUpSeconds)
      : wrapErrors.expired();
  }
}

/** The loaded wrap, if this caller may have it now. @throws DomainError in the order of D9, D32 and D93 */
function allowedWrap(caller: Caller, asked: Asked, row: LoadedRow | undefined): StoredWrap {
  if (!row) throw requestErrors.notFound();
  const named = asked.userId?.toLowerCase() ?? caller.userId;
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
