import type { Sql } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { type Caller, holdsAt, type Place } from '#libs/permissions';
import { Places, type ProjectPlace, tenancyErrors, type TeamPlace } from '#libs/tenancy';
import { policyErrors } from './policies.errors.js';
import type { RuleAnchor } from './rule-anchor.js';

/** Whether a caller authors rules for a place: always the first check, before any rule is looked at. */
@Injectable()
export class AuthoringCoverage {
  constructor(private readonly places: Places) {}

  /**
   * Coverage comes before existence: only a caller whose grant is global learns that a place does not exist.
   *
   * @throws DomainError out_of_scope_policy, project_not_found, team_not_found
   */
  async assertCovers(db: Sql, caller: Caller, anchor: RuleAnchor): Promise<ProjectPlace | TeamPlace> {
    const place =
      anchor.kind === 'project'
        ? await this.places.project(db, anchor.projectId)
        : await this.places.team(db, anchor.teamId);
    if (!holdsAt(caller.grants, 'policy.author', place ?? NOWHERE)) throw policyErrors.outOfScopePolicy();
    if (place) return place;
    throw anchor.kind === 'project' ? tenancyErrors.projectNotFound() : tenancyErrors.teamNotFound();
  }
}

const NOWHERE: Place = { projectId: null, teamIds: [] };
