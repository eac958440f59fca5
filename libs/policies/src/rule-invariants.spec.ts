import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newId } from '#libs/core';
import { DEFAULT_WORKFLOW, policyWorld, type PolicyWorld } from './testing/policy-world.js';

/** What the database itself refuses, whoever writes: raw SQL, no service in between. */
describe('the database constraints', () => {
  let world: PolicyWorld;
  beforeAll(async () => {
    world = await policyWorld();
  });
  afterAll(() => world.end());

  type Row = { project_id?: string; team_id?: string; selector: object; is_system?: boolean };
  const insert = async (row: Row): Promise<string> => {
    const id = newId();
    await world.db.database.query(
      `INSERT INTO policy_rules (id, name, selector, workflow_id, priority, project_id, team_id, is_system)
        VALUES ($1, 'raw', $2, $3, 1, $4, $5, $6)`,
      [
        id,
        JSON.stringify(row.selector),
        DEFAULT_WORKFLOW,
        row.project_id,
        row.team_id,
        row.is_system ?? false,
      ],
    );
    return id;
  };
  const refusalOf = async (row: Row): Promise<string | undefined> =>
    insert(row).then(
      () => undefined,
      (error: { constraint?: string }) => error.constraint,
    );
  const p = () => world.places;

  it('accept the rules created by the services', async () => {
    const { project, team, dev } = p();
    const nonProd = { environment_kind: 'non_prod' };
    for (const row of [
      { project_id: project, selector: { project_id: project, ...nonProd } },
      { project_id: project, selector: { project_id: project, environment_id: dev } },
      { team_id: team, selector: nonProd },
    ]) {
      expect(await refusalOf(row)).toBeUndefined();
    }
  });

  it.each<[string, (ids: PolicyWorld['places']) => Row, string]>([
    [
      'a project rule whose selector names another project',
      ({ project, otherProject }) => ({
        project_id: project,
        selector: { project_id: otherProject, environment_kind: 'non_prod' },
      }),
      'ck_policy_rules_selector_project',
    ],
    [
      'a project rule whose selector names no project',
      ({ project }) => ({ project_id: project, selector: { environment_kind: 'non_prod' } }),
      'ck_policy_rules_selector_project',
    ],
    [
      'a project rule without an environment constraint',
      ({ project }) => ({ project_id: project, selector: { project_id: project, operation: 'read' } }),
      'ck_policy_rules_scoped_environment',
    ],
    [
      'a project rule whose environment is null',
      ({ project }) => ({ project_id: project, selector: { project_id: project, environment_id: null } }),
      'ck_policy_rules_scoped_environment',
    ],
    [
      'a project rule for prod by kind, even beside a non-prod environment',
      ({ project, dev }) => ({
        project_id: project,
        selector: { project_id: project, environment_kind: 'prod', environment_id: dev },
      }),
      'ck_policy_rules_scoped_never_prod',
    ],
    [
      'a project rule for a prod environment',
      ({ project, prod }) => ({
        project_id: project,
        selector: { project_id: project, environment_id: prod },
      }),
      'fk_policy_rules_scoped_environment_kind',
    ],
    [
      'a project rule for another project’s environment',
      ({ project, otherDev }) => ({
        project_id: project,
        selector: { project_id: project, environment_id: otherDev },
      }),
      'fk_policy_rules_scoped_environment_project',
    ],
    [
      'a team rule without non_prod',
      ({ team }) => ({ team_id: team, selector: { operation: 'read' } }),
      'ck_policy_rules_team_selector',
    ],
    [
      'a team rule that names a project',
      ({ team, project }) => ({
        team_id: team,
        selector: { environment_kind: 'non_prod', project_id: project },
      }),
      'ck_policy_rules_team_selector',
    ],
    [
      'a rule of a project and a team',
      ({ team, project }) => ({
        team_id: team,
        project_id: project,
        selector: { environment_kind: 'non_prod', project_id: project },
      }),
      'ck_policy_rules_one_anchor',
    ],
    [
      'a scoped system rule',
      ({ team }) => ({ team_id: team, is_system: true, selector: { environment_kind: 'non_prod' } }),
      'ck_policy_rules_scoped_is_not_system',
    ],
    ['a selector that is no object', () => ({ selector: ['x'] }), 'ck_policy_rules_selector_object'],
    [
      'a platform rule for an environment that does not exist',
      () => ({ selector: { environment_id: newId() } }),
      'fk_policy_rules_environment',
    ],
  ])('reject %s', async (_case, row, constraint) => {
    const refused = await refusalOf(row(p()));
    // Several constraints may hold against one row; Postgres names the first it meets.
    expect(constraint === 'ck_policy_rules_one_anchor' ? ONE_ANCHOR : [constraint]).toContain(refused);
  });
  const ONE_ANCHOR = ['ck_policy_rules_one_anchor', 'ck_policy_rules_team_selector'];

  it('reject an update that widens a scoped rule', async () => {
    const { project } = p();
    const id = await insert({
      project_id: project,
      selector: { project_id: project, environment_kind: 'non_prod' },
    });
    const widen = world.db.database.query(`UPDATE policy_rules SET selector = '{}' WHERE id = $1`, [id]);
    await expect(widen).rejects.toThrow(/ck_policy_rules/);
  });

  it.each([
    ['priority', 1_000_001],
    ['priority', -1],
    ['reveal_ttl_seconds', 9],
    ['reveal_ttl_seconds', 301],
  ])('reject a rule with %s %s', async (column, value) => {
    const change = world.db.database.query(`UPDATE policy_rules SET ${column} = ${value}`);
    await expect(change).rejects.toThrow(/ck_policy_rules/);
  });

  it('reject a workflow with a security approval but no approvers', async () => {
    const change = world.db.database.query(
      'UPDATE workflows SET min_approvers = 0, requires_security_approval = true WHERE id = $1',
      [DEFAULT_WORKFLOW],
    );
    await expect(change).rejects.toThrow(/ck_workflows_security_needs_votes/);
  });
});
