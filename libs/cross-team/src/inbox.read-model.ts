import { Injectable } from '@nestjs/common';
import { type Caller, holdsAt } from '#libs/permissions';
import { Database } from '#libs/database';
import type { Page, PageRequest } from '#libs/core';
import { type AccessRequest, RequestReadModel, type TeamCount } from '#libs/requests';
import { Places, tenancyErrors } from '#libs/tenancy';

/** Lists requests that are waiting for values which the caller may provide (D66). */
@Injectable()
export class InboxReadModel {
  constructor(
    private readonly database: Database,
    private readonly places: Places,
    private readonly requests: RequestReadModel,
  ) {}

  /**
   * Returns the requests waiting for teams that the caller covers, oldest first; empty without a grant.
   *
   * @param teamId exactly this team, without its descendants; null for every team
   * @throws DomainError team_not_found, out_of_scope_team
   */
  async list(caller: Caller, teamId: string | null, page: PageRequest): Promise<Page<AccessRequest>> {
    if (teamId !== null) await this.assertCovered(caller, teamId);
    return this.requests.listAwaitingValues(caller.grants, teamId, page);
  }

  /** The same, counted per team; teams without a request are left out. */
  async count(caller: Caller): Promise<TeamCount[]> {
    return this.requests.countAwaitingValues(caller.grants);
  }

  private async assertCovered(caller: Caller, teamId: string): Promise<void> {
    const team = await this.places.team(this.database, teamId);
    if (!team) throw tenancyErrors.teamNotFound();
    if (!holdsAt(caller.grants, 'secret.value.provide', team)) throw tenancyErrors.outOfScopeTeam();
  }
}
