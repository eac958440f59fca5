import { Injectable } from '@nestjs/common';
import { Conditions, Database, listRows } from '#libs/database';
import { dueToGrants, httpErrors, type Page, type PageRequest } from '#libs/core';
import type { Caller, Grant } from '#libs/permissions';
import { type OwnWrapSummary, WrapReadModel } from '#libs/wraps';
import { type AccessRequest, OVERDUE, SELECT_REQUEST, type VotePart } from './access-request.js';
import { filtered, REQUEST_ORDERS, type RequestFilter, type RequestOrder } from './request-filter.js';
import { requestErrors } from './requests.errors.js';
import { coveredBy, coveredByTeams, seesOnlyOwn, visibleTo } from './visibility.js';

/** A vote in a response. */
export interface ApprovalRow {
  readonly approver_id: string;
  readonly approver_email: string;
  readonly decision: 'approve' | 'reject';
  readonly voted_as: VotePart | null;
  readonly comment: string | null;
  readonly created_at: Date;
}

/** Number of requests that await values from a team. */
export interface TeamCount {
  readonly team_id: string;
  readonly team_name: string;
  readonly count: number;
}

/** What the requester's own reads need of a request: none of the columns that take a subquery. */
export type OwnRequest = Pick<
  AccessRequest,
  'requester_id' | 'type' | 'executed_at' | 'project_id' | 'environment_id' | 'provider_connection_id'
>;

const OWN_REQUEST = `SELECT requester_id, type, executed_at, project_id, environment_id, provider_connection_id
  FROM access_requests WHERE id = $1`;

/** Reads requests, limited to what is visible to the caller (D12). */
@Injectable()
export class RequestReadModel {
  constructor(
    private readonly database: Database,
    private readonly wraps: WrapReadModel,
  ) {}

  /** Returns the request without a visibility check; null for an unknown id. */
  async find(id: string): Promise<AccessRequest | null> {
    const sql = `${SELECT_REQUEST} WHERE r.id = $1`;
    return (await this.database.query<AccessRequest>(sql, [id]))[0] ?? null;
  }

  /** Returns the request without a visibility check. @throws DomainError request_not_found */
  async get(id: string): Promise<AccessRequest> {
    const request = await this.find(id);
    if (!request) throw requestErrors.notFound();
    return request;
  }

  /** Returns a request with its votes. @throws DomainError request_not_found, also when it is not visible to the caller */
  async getVisible(
    caller: Caller,
    id: string,
  ): Promise<{ request: AccessRequest; approvals: ApprovalRow[] }> {
    const conditions = new Conditions();
    const where = [`r.id = ${conditions.bind(id)}`, ...visibleTo(caller, conditions)];
    const sql = `${SELECT_REQUEST} WHERE ${where.join(' AND ')}`;
    const [request] = await this.database.query<AccessRequest>(sql, conditions.parameters);
    if (!request) {
      // A retried call is answered although its request was deleted, but not if its caller may no longer see it (D97).
      const error = requestErrors.notFound();
      throw (await this.find(id)) ? dueToGrants(error) : error;
    }
    return { request, approvals: await this.approvals(id) };
  }

  /**
   * Returns a page of the requests that are visible to the caller and match the filter.
   *
   * @throws DomainError validation_failed for a cursor of the order by ref whose request is not visible to the caller: the
   *   start of the page would disclose its ref
   */
  async list(
    caller: Caller,
    filter: RequestFilter,
    page: PageRequest,
    order: RequestOrder = 'created_at',
  ): Promise<Page<AccessRequest>> {
    if (order === 'ref' && page.after && !(await this.sees(caller, page.after.id)))
      throw httpErrors.invalidCursor();
    const conditions = new Conditions();
    const { requesterId = seesOnlyOwn(caller) ? caller.userId : undefined } = filter;
    const own = requesterId === caller.userId;
    const visible = own ? [] : await this.visibleNow(caller, conditions);
    const where = [...visible, ...filtered({ ...filter, requesterId }, conditions)];
    const { parameters } = conditions;
    const query = { ...REQUEST_ORDERS[order], where, parameters, table: 'r' };
    // Visibility is evaluated on the primary, because a project or team may have moved recently.
    return listRows<AccessRequest>(visible.length > 0 ? this.database : this.database.lists, query, page);
  }

  /**
   * Returns a page of the requests that await values which holders of these grants may provide (D66), oldest first.
   *
   * @param teamId only this team, without its descendants; null for every team
   */
  async listAwaitingValues(
    grants: readonly Grant[],
    teamId: string | null,
    page: PageRequest,
  ): Promise<Page<AccessRequest>> {
    const conditions = new Conditions();
    const where = awaitingValues(grants, conditions);
    if (teamId !== null) where.push(`r.target_team_id = ${conditions.bind(teamId)}`);
    const query = { source: SELECT_REQUEST, where, parameters: conditions.parameters, table: 'r' };
    return listRows<AccessRequest>(this.database, query, page);
  }

  /** Counts the requests of `listAwaitingValues` by team; teams without one are left out. */
  async countAwaitingValues(grants: readonly Grant[]): Promise<TeamCount[]> {
    const conditions = new Conditions();
    const sql = `SELECT t.id AS team_id, t.name AS team_name, count(*)::int AS count
      FROM access_requests r JOIN teams t ON t.id = r.target_team_id
      WHERE ${awaitingValues(grants, conditions).join(' AND ')} GROUP BY t.id, t.name ORDER BY t.name, t.id`;
    return this.database.query<TeamCount>(sql, conditions.parameters);
  }

  /**
   * Returns summaries of the requester's own wraps, without their values.
   *
   * @param userId the query parameter user_id; defaults to the caller
   * @throws DomainError request_not_found, not_requester (D9)
   */
  async wrapsOf(caller: Caller, id: string, userId: string | undefined): Promise<OwnWrapSummary[]> {
    await this.getOwn(caller, id, userId);
    return this.wraps.ofRequester(this.database, id);
  }

  /**
   * Returns the caller's own request.
   *
   * @param userId the query parameter user_id; defaults to the caller
   * @throws DomainError request_not_found, not_requester (D9)
   */
  async getOwn(caller: Caller, id: string, userId: string | undefined): Promise<OwnRequest> {
    const [request] = await this.database.query<OwnRequest>(OWN_REQUEST, [id]);
    if (!request) throw requestErrors.notFound();
    if (request.requester_id !== caller.userId || (userId ?? caller.userId) !== caller.userId) {
      throw requestErrors.notRequester();
    }
    return request;
  }

  private async sees(caller: Caller, id: string): Promise<boolean> {
    const conditions = new Conditions();
    const where = [`r.id = ${conditions.bind(id)}`, ...visibleTo(caller, conditions)];
    const sql = `SELECT r.id FROM access_requests r JOIN projects p ON p.id = r.project_id WHERE ${where.join(' AND ')}`;
    return (await this.database.query(sql, conditions.parameters)).length > 0;
  }

  private async visibleNow(caller: Caller, conditions: Conditions): Promise<string[]> {
    return visibleTo(caller, conditions, await coveredByTeams(this.database, caller));
  }

  private async approvals(id: string): Promise<ApprovalRow[]> {
    const sql = `SELECT a.approver_id, u.email AS approver_email, a.decision, a.voted_as, a.comment, a.created_at
      FROM approvals a JOIN users u ON u.id = a.approver_id WHERE a.request_id = $1 ORDER BY a.created_at, a.id`;
    return this.database.query<ApprovalRow>(sql, [id]);
  }
}

/** Returns conditions on `access_requests r`: it awaits values from a team that the grants cover. */
function awaitingValues(grants: readonly Grant[], conditions: Conditions): string[] {
  const team = { project: null, team: 'r.target_team_id' };
  const covered = coveredBy(grants, 'secret.value.provide', team, conditions) ?? 'false';
  return [`r.status = 'pending_values' AND NOT ${OVERDUE}`, covered];
}
