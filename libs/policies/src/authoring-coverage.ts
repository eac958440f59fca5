import type { Sql } from '#libs/database';
import { Injectable } from '@nestjs/common';
import { type Caller, holdsAt, type Place } from '#libs/permissions';
import { Places, type ProjectPlace, tenancyErrors, type TeamPlace } from '#libs/tenancy';
import { policyErrors } from './policies.errors.js';
import type { RuleAnchor } from './rule-anchor.js';

/** Checks that a caller may author rules for a project or team. Always the first check, before any rule is read. */
@Injectable()
export class AuthoringCoverage {
  constructor(private readonly places: Places) {}

  /**
   * Coverage is checked before existence: only a caller with a global grant learns that a project or team does not exist.
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
