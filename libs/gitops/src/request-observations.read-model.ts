import { Injectable } from '@nestjs/common';
import { Conditions, Database } from '#libs/database';
import { cursorColumn, type Page, pageOf, type PageRequest } from '#libs/core';
import { DestinationReadModel } from '#libs/providers';
import type { Caller } from '#libs/permissions';
import { type OwnRequest, RequestReadModel } from '#libs/requests';

/** A state of an application. */
export interface ObservationRow {
  /** The application's id. */
  readonly id: string;
  readonly application: string;
  readonly endpoint_id: string;
  readonly sync_status: string;
  readonly health_status: string;
  readonly revision: string | null;
  /** Time of the last observation in this state. */
  readonly observed_at: Date;
  readonly cursor_at: string;
}

const COLUMNS = 'a.id, a.name AS application, a.endpoint_id';
const stateOf = (row: string): string =>
  `${row}.sync_status, ${row}.health_status, ${row}.revision, ${row}.observed_at, ${row}.state_since`;

/**
 * The states, past and current, of applications that are mapped to some environments, since a time. The start of a state
 * never changes, so that pages neither skip nor repeat it.
 * $1 environments, $2 since.
 */
const OBSERVATIONS = `WITH mapped AS MATERIALIZED (
    SELECT DISTINCT a.* FROM gitops_app_mappings m
      JOIN gitops_applications a ON a.endpoint_id = m.argocd_endpoint_id AND a.name = m.app_name
    WHERE m.environment_id = ANY ($1::uuid[])),
  seen AS (
    SELECT ${COLUMNS}, ${stateOf('a')} FROM mapped a WHERE a.observed_at >= $2
    UNION ALL
    SELECT ${COLUMNS}, ${stateOf('p')} FROM mapped a JOIN gitops_past_states p ON p.application_id = a.id
    WHERE p.observed_at >= $2)
  SELECT id, application, endpoint_id, sync_status, health_status, revision, observed_at,
    ${cursorColumn('state_since')} FROM seen`;

/** Lists the states of applications that a request's value reaches, since its execution. */
@Injectable()
export class RequestObservations {
  constructor(
    private readonly database: Database,
    private readonly requests: RequestReadModel,
    private readonly destinations: DestinationReadModel,
  ) {}

  /**
   * Returns the states, oldest first, since the request was executed. For its requester only.
   *
   * @param userId the query parameter user_id; defaults to the caller
   * @throws DomainError request_not_found, not_requester (D9)
   */
  async list(
    caller: Caller,
    requestId: string,
    userId: string | undefined,
    page: PageRequest,
  ): Promise<Page<ObservationRow>> {
    const request = await this.requests.getOwn(caller, requestId, userId);
    if (request.executed_at === null) return { rows: [], next: null };
    const conditions = new Conditions(await this.environments(request), request.executed_at);
    const after = page.after
      ? `WHERE (state_since, id) > (${conditions.bind(page.after.at)}::timestamptz, ${conditions.bind(page.after.id)}::uuid)`
      : '';
    const sql = `${OBSERVATIONS} ${after} ORDER BY state_since, id LIMIT ${conditions.bind(page.limit + 1)}`;
    return pageOf(await this.database.query<ObservationRow>(sql, conditions.parameters), page.limit);
  }

  /** Returns the environments that use the value: the request's, or those that see the destination of a cross-team value. */
  private async environments(request: OwnRequest): Promise<string[]> {
    if (request.type !== 'cross_team') return [request.environment_id];
    const { provider_connection_id: connectionId, project_id: projectId } = request;
    return this.destinations.environments(this.database, connectionId, projectId);
  }
}
