import { Injectable } from '@nestjs/common';
import type { Tx } from '#libs/database';
import type { Selector } from '#libs/policy-engine';
import { type EnvironmentPlace, Places, tenancyErrors, type TeamPlace } from '#libs/tenancy';
import { policyErrors } from './policies.errors.js';
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
    if (selector?.environment_id !== undefined) await this.environment(tx, selector.environment_id);
  }

  /** Locks the team for share; null for an unknown id. */
  async team(tx: Tx, id: string): Promise<TeamPlace | null> {
    return this.places.lockTeamForShare(tx, id);
  }

  /** Locks the environment for share, so that it still exists at the commit; null for an unknown id. */
  async environment(tx: Tx, id: string): Promise<EnvironmentPlace | null> {
    return this.places.lockEnvironmentForShare(tx, id);
  }

  /**
   * Checks the references of a platform rule's selector (D76, D78).
   *
   * @throws DomainError project_not_found, environment_not_found
   */
  async assertPlacesExist(tx: Tx, selector: Selector): Promise<void> {
    const { project_id: projectId, environment_id: environmentId } = selector;
    if (projectId !== undefined && !(await this.places.project(tx, projectId)))
      throw tenancyErrors.projectNotFound();
    if (environmentId === undefined) return;
    if (!(await this.environment(tx, environmentId))) throw tenancyErrors.environmentNotFound();
  }

  /** @throws DomainError workflow_not_found */
  async assertWorkflowExists(tx: Tx, workflowId: string): Promise<void> {
    if (!(await this.workflows.find(tx, workflowId))) throw policyErrors.workflowNotFound();
  }

  /**
   * Step 5 of scoped authoring: the workflow exists and is enabled for scoped rules (D76).
   *
   * @throws DomainError workflow_not_authorable_for_scope
   */
  async assertWorkflowAuthorable(tx: Tx, workflowId: string): Promise<void> {
    const workflow = await this.workflows.find(tx, workflowId);
    if (!workflow?.scoped_policy_authorable) throw policyErrors.workflowNotAuthorable(workflowId);
  }
}
