import { Injectable } from '@nestjs/common';
import type { Sql, Tx } from '#libs/database';
import type { Selector } from '#libs/policy-engine';
import { Places, tenancyErrors, type TeamPlace } from '#libs/tenancy';
import {
  assertConsistent,
  assertEnvironmentAllowed,
  assertEnvironmentConstrained,
} from './domain/scoped-selector.js';
import { policyErrors } from './policies.errors.js';
import type { RuleAnchor } from './rule-anchor.js';
import { WorkflowStore } from './workflows.store.js';

/** Looks up the objects that a rule refers to: its workflow, and the project and environment of its selector. */
@Injectable()
export class RuleReferences {
  constructor(
    private readonly places: Places,
    private readonly workflows: WorkflowStore,
  ) {}

  /**
   * Locks the selector's environment for share. Call it before the change begins, which locks the settings: moves of
   * teams and deletions of environments lock in this order, too, and the reverse order would deadlock.
   */
  async lockForShare(tx: Tx, selector: Selector | undefined): Promise<void> {
    if (selector?.environment_id !== undefined)
      await this.places.lockEnvironmentForShare(tx, selector.environment_id);
  }

  /** Locks the team for share, and checks that it is not archived. @throws DomainError team_archived */
  async lockActiveTeam(tx: Tx, id: string): Promise<void> {
    assertActive(await this.places.lockTeamForShare(tx, id));
  }

  /**
   * Checks the references of a platform rule's selector (D76, D78).
   *
   * @throws DomainError project_not_found, environment_not_found
   */
  async assertPlacesExist(db: Sql, selector: Selector): Promise<void> {
    const { project_id: projectId, environment_id: environmentId } = selector;
    if (projectId !== undefined && !(await this.places.project(db, projectId)))
      throw tenancyErrors.projectNotFound();
    if (environmentId === undefined) return;
    if (!(await this.places.environment(db, environmentId))) throw tenancyErrors.environmentNotFound();
  }

  /** @throws DomainError workflow_not_found */
  async assertWorkflowExists(db: Sql, workflowId: string): Promise<void> {
    if (!(await this.workflows.find(db, workflowId))) throw policyErrors.workflowNotFound();
  }

  /**
   * Performs steps 3 and 4 of scoped authoring.
   *
   * @returns the selector to store: a project rule's names its project, as a constraint requires
   * @throws DomainError policy_selector_mismatch, policy_scope_too_broad, policy_environment_not_in_project,
   *   prod_policy_not_allowed_for_scope
   */
  async scopedSelector(db: Sql, anchor: RuleAnchor, selector: Selector): Promise<Selector> {
    assertConsistent(selector, anchor);
    assertEnvironmentConstrained(selector);
    if (anchor.kind === 'team') return selector;
    if (selector.environment_id !== undefined) {
      const environment = await this.places.environment(db, selector.environment_id);
      assertEnvironmentAllowed(selector, anchor.projectId, environment);
    }
    return { ...selector, project_id: anchor.projectId };
  }

  /**
   * Step 5 of scoped authoring: the workflow exists and is enabled for scoped rules (D76).
   *
   * @throws DomainError workflow_not_authorable_for_scope
   */
  async assertWorkflowAuthorable(db: Sql, workflowId: string): Promise<void> {
    const workflow = await this.workflows.find(db, workflowId);
    if (!workflow?.scoped_policy_authorable) throw policyErrors.workflowNotAuthorable(workflowId);
  }
}

/** Checks that the team is not archived: its rules are read-only (D76). @throws DomainError team_archived */
export function assertActive(team: TeamPlace | null): void {
  if (team?.status === 'archived') throw tenancyErrors.teamArchived();
}
