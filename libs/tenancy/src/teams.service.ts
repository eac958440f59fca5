import { Injectable } from '@nestjs/common';
import { actorOf, Audit } from '#libs/audit';
import type { Caller } from '#libs/permissions';
import { Database, type Tx } from '#libs/database';
import { ExpectedVersion, newId } from '#libs/core';
import type { Status } from './status.js';
import { type TeamRow, TeamStore, teamVersion } from './teams.store.js';
import { tenancyErrors } from './tenancy.errors.js';
import { tenancyEvents } from './tenancy.events.js';

/** Changes the tree of teams, for administrators only (D10). */
@Injectable()
export class TeamService {
  constructor(
    private readonly database: Database,
    private readonly teams: TeamStore,
    private readonly audit: Audit,
  ) {}

  /** Creates a team. @throws DomainError team_not_found, team_archived for the parent */
  async create(caller: Caller, input: { name: string; parentId: string | null }): Promise<TeamRow> {
    return this.database.transaction(async (tx) => {
      if (input.parentId !== null) await this.requireActiveParent(tx, input.parentId);
      const team = await this.teams.insert(tx, { id: newId(), ...input });
      const metadata = { name: team.name, parent_id: team.parent_id };
      await this.audit.record(tx, tenancyEvents.teamCreated(actorOf(caller), team.id, metadata));
      return team;
    });
  }

  /**
   * Renames a team, or moves it with its subtree under another parent.
   *
   * @param change absent members stay; `parentId: null` makes it a root
   * @throws DomainError team_not_found, changed_meanwhile, team_archived for the new parent, team_cycle
   */
  async update(
    caller: Caller,
    id: string,
    change: { name?: string; parentId?: string | null },
    expected = ExpectedVersion.any,
  ): Promise<TeamRow> {
    return this.database.transaction(async (tx) => {
      if (change.parentId !== undefined) await this.teams.lockTree(tx);
      const team = await this.locked(tx, id);
      expected.assert(teamVersion(team));
      const parentId = change.parentId === undefined ? team.parent_id : change.parentId;
      if (parentId !== team.parent_id) await this.move(tx, id, parentId);
      const updated = await this.teams.update(tx, id, { ...team, name: change.name ?? team.name, parentId });
      const metadata = { name: updated.name, parent_id: updated.parent_id, old_parent_id: team.parent_id };
      await this.audit.record(tx, tenancyEvents.teamUpdated(actorOf(caller), id, metadata));
      return updated;
    });
  }

  /** Archives or unarchives a team. @throws DomainError team_not_found, changed_meanwhile */
  async setStatus(
    caller: Caller,
    id: string,
    status: Status,
    expected = ExpectedVersion.any,
  ): Promise<TeamRow> {
    return this.database.transaction(async (tx) => {
      const team = await this.locked(tx, id);
      expected.assert(teamVersion(team));
      const updated = await this.teams.update(tx, id, { name: team.name, parentId: team.parent_id, status });
      await this.audit.record(
        tx,
        tenancyEvents.teamUpdated(actorOf(caller), id, { status, old_status: team.status }),
      );
      return updated;
    });
  }

  private async move(tx: Tx, id: string, parentId: string | null): Promise<void> {
    if (parentId !== null) {
      if (await this.teams.isWithin(tx, parentId, id)) throw tenancyErrors.teamCycle();
      await this.requireActiveParent(tx, parentId);
    }
    await this.teams.moveSubtree(tx, id, parentId);
  }

  private async requireActiveParent(tx: Tx, parentId: string): Promise<void> {
    await this.teams.lockTree(tx);
    const parent = await this.teams.lockForShare(tx, parentId);
    if (!parent) throw tenancyErrors.teamNotFound();
    if (parent.status === 'archived') throw tenancyErrors.teamArchived();
  }

  private async locked(tx: Tx, id: string): Promise<TeamRow> {
    const team = await this.teams.lock(tx, id);
    if (!team) throw tenancyErrors.teamNotFound();
    return team;
  }
}
