import { Injectable } from '@nestjs/common';
import { type Caller, type Grant, holdsAt, holdsGlobally } from '#libs/permissions';
import { Database, listRows } from '#libs/database';
import type { Page, PageRequest } from '#libs/core';
import { type AccessRequest, OVERDUE, SELECT_REQUEST } from '#libs/requests';
import { Places, tenancyErrors } from '#libs/tenancy';
import { crossTeamErrors } from './cross-team.errors.js';

/** How many requests are waiting for a team's values. */
export interface TeamCount {
  readonly team_id: string;
  readonly team_name: string;
  readonly count: number;
}

/** Lists requests that are waiting for values which the caller may provide (D66). */
@Injectable()
export class InboxReadModel {
  constructor(
    private readonly database: Database,
    private readonly places: Places,
  ) {}

  /**
   * Returns the requests waiting for teams that the caller covers, oldest first; empty without a grant.
   *
   * @param teamId exactly this team, without its descendants; null for every team
   * @throws DomainError team_not_found, out_of_scope_team
   */
  async list(caller: Caller, teamId: string | null, page: PageRequest): Promise<Page<AccessRequest>> {
    if (teamId !== null) await this.assertCovered(caller, teamId);
    const where = [WAITING, COVERED, '($3::uuid IS NULL OR r.target_team_id = $3)'];
    const parameters = [...coverage(caller.grants), teamId];
    const source = { source: SELECT_REQUEST, where, parameters, table: 'r' };
    return listRows<AccessRequest>(this.database, source, page);
  }

  /** The same, counted per team; teams without a request are left out. */
  async count(caller: Caller): Promise<TeamCount[]> {
    const sql = `SELECT t.id AS team_id, t.name AS team_name, count(*)::int AS count
      FROM access_requests r JOIN teams t ON t.id = r.target_team_id
      WHERE ${WAITING} AND ${COVERED} GROUP BY t.id, t.name ORDER BY t.name, t.id`;
    return this.database.query<TeamCount>(sql, coverage(caller.grants));
  }

  private async assertCovered(caller: Caller, teamId: string): Promise<void> {
    const team = await this.places.team(this.database, teamId);
    if (!team) throw tenancyErrors.teamNotFound();
    if (!holdsAt(caller.grants, 'secret.value.provide', team)) throw crossTeamErrors.outOfScopeTeam();
  }
}

const WAITING = `r.status = 'pending_values' AND NOT ${OVERDUE}`;

/** $1 covers everything, $2 the teams at or above which the caller provides. */
const COVERED = `($1::boolean OR EXISTS (SELECT FROM team_closure v
  WHERE v.descendant_id = r.target_team_id AND v.ancestor_id = ANY ($2::uuid[])))`;

function coverage(grants: readonly Grant[]): [everything: boolean, teamIds: string[]] {
  const scopes = grants
    .filter((grant) => grant.permission === 'secret.value.provide')
    .map(({ scope }) => scope);
  const teamIds = scopes.flatMap((scope) => (scope.project_id === undefined ? (scope.team_id ?? []) : []));
  return [holdsGlobally(grants, 'secret.value.provide'), teamIds];
}
