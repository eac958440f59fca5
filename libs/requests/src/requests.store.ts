import { Injectable } from '@nestjs/common';
import { namedParameters, type Tx } from '#libs/database';
import { newId } from '#libs/core';
import { JobQueue } from '#libs/jobs';
import {
  type AccessRequest,
  factsOf,
  OVERDUE,
  SELECT_CHANGED,
  SELECT_REQUEST,
  validVotersOf,
  type VotePart,
} from './access-request.js';
import { type ActorFacts, refuseReveal } from './domain/request-actions.js';
import type { RequestStatus, RequestType } from './domain/request-state.js';
import { LOCK_VOTERS } from './lock-voters-sql.js';
import { requestErrors } from './requests.errors.js';

export interface NewVote {
  readonly requestId: string;
  readonly voterId: string;
  readonly decision: 'approve' | 'reject';
  readonly comment: string | null;
  /** The part of a cross-team request that the vote is for; absent on the other types. */
  readonly votedAs?: VotePart;
  /** Whether the following transition stores the number of approvals, so that the vote need not. */
  readonly completesQuorum?: boolean;
}

/** The voter, and the part of the vote; `source` unless the request is cross-team. */
export interface Voter {
  readonly userId: string;
  readonly part: VotePart;
}

/** Columns that a transition writes beside the status. */
export interface TransitionDetails {
  readonly error?: string;
  readonly rejectReason?: string | null;
  readonly refuseReason?: string;
  readonly filledBy?: string;
  readonly fillComment?: string | null;
  /** Number of valid approvals, including the last one. */
  readonly approvals?: number;
}

const NO_DETAILS: Readonly<Record<keyof TransitionDetails, null>> = {
  error: null,
  rejectReason: null,
  refuseReason: null,
  filledBy: null,
  fillComment: null,
  approvals: null,
};

/** Approval extends the lifetime of a patch's values; the request must not outlive them (D26). */
const TRANSITION =
  namedParameters(`UPDATE access_requests SET status_before = status, status = :status, updated_at = clock_timestamp(),
    approved_at = CASE WHEN :status = 'approved' THEN clock_timestamp() ELSE approved_at END,
    executed_at = CASE WHEN :status = 'executed' THEN clock_timestamp() ELSE executed_at END,
    ended_at = CASE WHEN :ended THEN clock_timestamp() END,
    expires_at = CASE WHEN :status = 'approved' AND type = 'patch'
      THEN least(created_at + make_interval(secs => request_ttl_seconds),
        clock_timestamp() + make_interval(secs => wrap_ttl_approved_seconds))
      ELSE expires_at END,
    approvals_count = coalesce(:approvals, approvals_count), error = coalesce(:error, error),
    reject_reason = coalesce(:rejectReason, reject_reason), refuse_reason = coalesce(:refuseReason, refuse_reason),
    filled_by_user_id = coalesce(:filledBy, filled_by_user_id), fill_comment = coalesce(:fillComment, fill_comment),
    filled_at = CASE WHEN :filledBy::uuid IS NOT NULL THEN clock_timestamp() ELSE filled_at END
  WHERE id = :id`);

const INSERT_VOTE = `INSERT INTO approvals (id, request_id, approver_id, decision, comment, voted_as)
  VALUES ($1, $2, $3, $4, $5, $6)`;

/** A security approver's vote is not one for the source project. */
const COUNT_APPROVAL = `UPDATE access_requests SET approvals_count = approvals_count + 1, updated_at = clock_timestamp()
  WHERE id = $1`;

/** Selects open requests of a user or an environment. */
type OpenBy = 'requester_id' | 'environment_id';
const openBy = (column: OpenBy): string =>
  `r.${column} = $1 AND r.status IN ('pending', 'pending_values', 'pending_verification', 'approved')`;

/** Locks and changes access requests, and writes votes. */
@Injectable()
export class RequestStore {
  constructor(private readonly jobs: JobQueue) {}

  /**
   * Locks a request, then reads it: a single statement would see votes and jobs as of before it waited. Locks are always
   * taken in this order, which prevents deadlocks: voters (disabling one ends their own requests afterwards), the job (which
   * a claim locks before its request), the request.
   */
  async lock(tx: Tx, id: string): Promise<AccessRequest | null> {
    this.jobs.lockOfRequest(tx, id);
    return this.lockAfterJob(tx, id);
  }

  /**
   * Locks like `lock`, for an approval: valid approvals stay valid until the transaction ends, including the new one, unless
   * its voter has lost the permission before the lock (D100).
   */
  async lockForApproval(
    tx: Tx,
    id: string,
    voter: Voter,
  ): Promise<{ request: AccessRequest; mayVote: boolean } | null> {
    const [first, request] = await Promise.all([this.lockVoters(tx, id, voter), this.lock(tx, id)]);
    if (!request) return null;
    const { mayVote } = first;
    if (isSubset(validVotersOf(request), first.valid)) return { request, mayVote };
    // Votes may have been added while this waited for the lock on the request; from now on none can be.
    await this.lockVoters(tx, id, voter);
    const again = await this.find(tx, id);
    return again && { request: again, mayVote };
  }

  /**
   * Locks a request over whose wraps the caller may open a reveal session now.
   *
   * @throws DomainError request_not_found, not_requester, reveal_type_unsupported, request_status_invalid_transition,
   *   reveal_session_open, nothing_to_reveal
   */
  async lockRevealable(tx: Tx, caller: ActorFacts, id: string): Promise<AccessRequest> {
    const request = await this.lock(tx, id);
    if (!request) throw requestErrors.notFound();
    const refusal = refuseReveal(factsOf(request), caller);
    if (refusal !== null) throw requestErrors.refused(refusal);
    return request;
  }

  /** Reads a locked request again, as the transaction has left it. */
  async reread(tx: Tx, request: AccessRequest): Promise<AccessRequest> {
    const [changed] = await tx.query<Partial<AccessRequest>>(SELECT_CHANGED, [request.id]);
    return { ...request, ...changed };
  }

  /** Locks like `lock`, in a transaction that has locked the request's job already. */
  async lockAfterJob(tx: Tx, id: string): Promise<AccessRequest | null> {
    tx.send('SELECT id FROM access_requests WHERE id = $1 FOR UPDATE', [id]);
    return this.find(tx, id);
  }

  /** Locks all open requests of a user or an environment, after their jobs, and returns them by id. */
  async lockOpen(tx: Tx, column: OpenBy, value: string): Promise<AccessRequest[]> {
    const open = openBy(column);
    const jobs = `SELECT j.id FROM jobs j JOIN access_requests r ON r.id = j.request_id
      WHERE ${open} AND j.status IN ('queued', 'claimed') ORDER BY j.id FOR UPDATE OF j`;
    const requests = `SELECT r.id FROM access_requests r WHERE ${open} ORDER BY r.id FOR UPDATE OF r`;
    for (const lock of [jobs, requests]) await tx.query(lock, [value]);
    return tx.query(`${SELECT_REQUEST} WHERE ${open} ORDER BY r.id`, [value]);
  }

  /** Updates a locked request's status; a foreign key to request_transitions rejects any other transition. */
  transition(tx: Tx, id: string, status: RequestStatus, ended: boolean, details: TransitionDetails): void {
    tx.send(TRANSITION.sql, TRANSITION.bind({ id, status, ended, ...NO_DETAILS, ...details }));
  }

  /** Ends locked requests, each in its own status. */
  async endAll(tx: Tx, ids: readonly string[], statuses: readonly RequestStatus[]): Promise<void> {
    const sql = `UPDATE access_requests r SET status_before = r.status, status = ending.status,
        ended_at = clock_timestamp(), updated_at = clock_timestamp()
      FROM unnest($1::uuid[], $2::text[]) AS ending (id, status) WHERE r.id = ending.id`;
    await tx.query(sql, [ids, statuses]);
  }

  /**
   * Inserts a vote on a locked request. `lock` has just read that the voter has none; a unique constraint rejects a second
   * vote (D29).
   */
  vote(tx: Tx, vote: NewVote): void {
    const { requestId, voterId, decision, comment, votedAs = null, completesQuorum = false } = vote;
    tx.send(INSERT_VOTE, [newId(), requestId, voterId, decision, comment, votedAs]);
    if (decision === 'approve' && votedAs !== 'security' && !completesQuorum)
      tx.send(COUNT_APPROVAL, [requestId]);
  }

  /** Returns the ids of up to `batch` requests of these types that are due to expire. */
  async overdue(tx: Tx, types: readonly RequestType[], batch: number): Promise<string[]> {
    const sql = `SELECT r.id FROM access_requests r WHERE r.type = ANY ($1::text[])
      AND r.status IN ('pending', 'pending_values', 'approved') AND ${OVERDUE} ORDER BY r.expires_at LIMIT $2`;
    return (await tx.query<{ id: string }>(sql, [types, batch])).map((row) => row.id);
  }

  private async find(tx: Tx, id: string): Promise<AccessRequest | null> {
    return (await tx.query<AccessRequest>(`${SELECT_REQUEST} WHERE r.id = $1`, [id]))[0] ?? null;
  }

  private async lockVoters(
    tx: Tx,
    id: string,
    { userId, part }: Voter,
  ): Promise<{ valid: string[]; mayVote: boolean }> {
    const rows = await tx.query<{ id: string; votes: boolean }>(LOCK_VOTERS[part], [id, userId]);
    const valid = rows.filter((row) => !row.votes).map((row) => row.id);
    return { valid, mayVote: valid.length < rows.length };
  }
}

function isSubset(some: readonly string[], all: readonly string[]): boolean {
  return some.every((one) => all.includes(one));
}
