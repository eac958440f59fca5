import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type DomainError, newId } from '#libs/core';
import { DEFAULT_WORKFLOW, policyWorld, type PolicyWorld } from './testing/policy-world.js';
import { WorkflowService } from './workflows.service.js';

describe('WorkflowService', () => {
  let world: PolicyWorld;
  let service: WorkflowService;
  beforeAll(async () => {
    world = await policyWorld();
    service = world.module.get(WorkflowService);
  });
  afterAll(() => world.end());

  const editor = () => world.caller('workflow.edit');
  const codeOf = async (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: DomainError) => error.code,
    );

  it('applies the defaults', async () => {
    expect(await service.create(editor(), { name: 'plain', min_approvers: 2 })).toMatchObject({
      name: 'plain',
      min_approvers: 2,
      allow_self_approval: false,
      wrap_ttl_created_seconds: 86400,
      wrap_ttl_approved_seconds: 3600,
      wrap_ttl_claimed_seconds: 900,
      request_ttl_seconds: 86400,
      require_justification: false,
      enabled: true,
      fill_ttl_seconds: 86400,
      requires_security_approval: false,
      scoped_policy_authorable: false,
    });
  });

  it('keeps omitted members, and audits what changed', async () => {
    const made = await service.create(editor(), {
      name: 'changing',
      min_approvers: 1,
      fill_ttl_seconds: 100,
    });
    const changed = await service.update(editor(), made.id, { min_approvers: 3, enabled: true });
    expect(changed).toMatchObject({ name: 'changing', min_approvers: 3, fill_ttl_seconds: 100 });
    expect((await world.audited('workflow.update')).at(-1)).toMatchObject({
      resource: `workflow:${made.id}`,
      metadata: { name: 'changing', changed: ['min_approvers'] },
    });
  });

  it('rejects a security approval without approvers, whichever is set last', async () => {
    const contradictory = { name: 'c', min_approvers: 0, requires_security_approval: true };
    expect(await codeOf(service.create(editor(), contradictory))).toBe('workflow_contradictory');
    const auto = await service.create(editor(), { name: 'auto', min_approvers: 0 });
    const change = { requires_security_approval: true };
    expect(await codeOf(service.update(editor(), auto.id, change))).toBe('workflow_contradictory');
  });

  it('rejects a duplicate name, also under concurrency', async () => {
    expect(await codeOf(service.create(editor(), { name: 'default', min_approvers: 1 }))).toBe(
      'workflow_name_exists',
    );
    expect(await codeOf(service.update(editor(), world.authorableWorkflow, { name: 'default' }))).toBe(
      'workflow_name_exists',
    );
    expect(await codeOf(service.update(editor(), DEFAULT_WORKFLOW, { name: 'default' }))).toBe('done');
    const race = Array.from({ length: 8 }, () =>
      codeOf(service.create(editor(), { name: 'raced', min_approvers: 1 })),
    );
    const outcomes = await Promise.all(race);
    expect(outcomes.filter((code) => code === 'done')).toHaveLength(1);
    expect(outcomes.filter((code) => code === 'workflow_name_exists')).toHaveLength(7);
  });

  it('deletes a workflow unless a rule uses it', async () => {
    expect(await codeOf(service.delete(editor(), DEFAULT_WORKFLOW))).toBe('workflow_in_use');
    const made = await service.create(editor(), { name: 'unused', min_approvers: 1 });
    await service.delete(editor(), made.id);
    expect(await codeOf(service.get(made.id))).toBe('workflow_not_found');
    expect(await codeOf(service.update(editor(), newId(), {}))).toBe('workflow_not_found');
    expect(await codeOf(service.delete(editor(), newId()))).toBe('workflow_not_found');
  });

  it('lists the workflows available to scoped authors', async () => {
    const page = await service.authorable({ limit: 10, after: null });
    expect(page.rows.map(({ name }) => name)).toEqual(['authorable']);
  });
});
