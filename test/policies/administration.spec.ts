import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Answer, TestClient } from '../support/client.js';
import { createServiceRole } from '../support/test-database.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, readBody, type World } from '../support/world.js';

const SEED_WORKFLOW = '01900000-0000-7000-8000-000000000101';
let stack: TestStack;
let world: World;

beforeAll(async () => {
  stack = await startStack();
  world = await buildWorld(stack);
}, 60_000);
afterAll(() => stack?.stop());

const code = (answer: Answer) => [answer.status, answer.body?.error_code];
const denied = (permission: string) => [403, 'permission_denied', permission];
const refusalOf = ({ status, body }: Answer) => [status, body?.error_code, body?.permission];

/** Somebody with a new role of these permissions, in the scope. */
async function holder(permissions: string[], scope?: object, fresh = false): Promise<TestClient> {
  const name = randomUUID();
  created(await world.admin.post('/roles', { name, permissions }));
  return world.person(name, name, { scope, fresh });
}

const workflow = (over: object = {}) => ({ name: randomUUID(), min_approvers: 1, ...over });
const policy = (over: object = {}) => ({
  name: 'r',
  selector: { secret_ref_prefix: 'apps/' },
  priority: 7,
  workflow_id: SEED_WORKFLOW,
  ...over,
});

describe('a permission that counts only everywhere', () => {
  const PLATFORM_WIDE = ['role.edit', 'workflow.edit', 'policy.edit'];
  const everyChange = async (who: TestClient): Promise<unknown[]> => {
    const role = created(await world.admin.post('/roles', { name: randomUUID(), permissions: [] }));
    const rule = created(await world.admin.post('/policies', policy()));
    const answers = [
      await who.post('/roles', { name: randomUUID(), permissions: [] }),
      await who.put(`/roles/${role.id}/permissions`, { permissions: [] }),
      await who.delete(`/roles/${role.id}`),
      await who.post('/workflows', workflow()),
      await who.put(`/workflows/${SEED_WORKFLOW}`, { scoped_policy_authorable: true }),
      await who.delete(`/workflows/${SEED_WORKFLOW}`),
      await who.post('/policies', policy()),
      await who.put(`/policies/${rule.id}`, { name: 'x' }),
      await who.delete(`/policies/${rule.id}`),
      await who.get(`/policies/${rule.id}/history`),
      await who.put('/platform-settings', { policy_priority_cap: 1 }),
    ];
    expect((await who.get(`/policies/${rule.id}`)).body).not.toHaveProperty('selector');
    expect((await world.admin.delete(`/policies/${rule.id}`)).status).toBe(204);
    return answers.map(refusalOf);
  };

  it.each([
    ['a team', () => ({ team_id: world.team.id })],
    ['a project', () => ({ project_id: world.project.id })],
  ])('grants nothing in %s', async (_case, scope) => {
    const who = await holder(PLATFORM_WIDE, scope());
    const [role, workflows, policies] = ['role.edit', 'workflow.edit', 'policy.edit'];
    expect(await everyChange(who)).toEqual(
      [...Array(3).fill(role), ...Array(3).fill(workflows), ...Array(5).fill(policies)].map(denied),
    );
    const simulated = await who.post('/policies/simulate', { project_id: world.project.id });
    expect(simulated.status).toBe(403);
    expect((await world.admin.get('/platform-settings')).body.policy_priority_cap).toBe(9000);
  });

  it('is not implied by another: neither policy.edit for workflows, nor workflow.edit for rules', async () => {
    const [rules, workflows] = [await holder(['policy.edit']), await holder(['workflow.edit'])];
    const opting = { scoped_policy_authorable: true };
    expect(refusalOf(await rules.put(`/workflows/${SEED_WORKFLOW}`, opting))).toEqual(
      denied('workflow.edit'),
    );
    expect(refusalOf(await rules.post('/workflows', workflow(opting)))).toEqual(denied('workflow.edit'));
    expect(refusalOf(await workflows.post('/policies', policy()))).toEqual(denied('policy.edit'));
    const made = created(await workflows.post('/workflows', workflow()));
    expect(made.scoped_policy_authorable).toBe(false);
    const opened = await workflows.put(`/workflows/${made.id}`, opting);
    expect(opened.body).toEqual({ ...made, ...opting, updated_at: expect.any(String) });
    expect((await workflows.delete(`/workflows/${made.id}`)).status).toBe(204);
  });
});

describe('administration by a scoped user_role.edit', () => {
  it('does not administer the platform', async () => {
    const who = await holder(['user_role.edit', 'secret.request'], { team_id: world.team.id });
    const environment = { project_id: world.project.id, name: 'x', type: 'dev', risk_level: 0 };
    for (const answer of [
      await who.post('/environments', environment),
      await who.put(`/environments/${world.dev.id}`, { risk_level: 0 }),
      await who.delete(`/environments/${world.dev.id}`),
      await who.post('/teams', { name: 'x' }),
      await who.put(`/teams/${world.team.id}`, { name: 'x' }),
      await who.put(`/teams/${world.team.id}/status`, { status: 'archived' }),
      await who.put(`/users/${who.userId}/disabled`, { disabled: false }),
    ])
      expect(refusalOf(answer)).toEqual(denied('user_role.edit'));
    const status = await who.put(`/projects/${world.project.id}/status`, { status: 'archived' });
    expect(code(status)).toEqual([403, 'out_of_scope_project']);
  });

  it('grants and revokes roles only within its scope', async () => {
    const who = await holder(['user_role.edit', 'secret.request'], { team_id: world.team.id });
    const [asks, approves] = await Promise.all(
      [['secret.request'], ['secret.request', 'secret.approve']].map(async (permissions) =>
        created(await world.admin.post('/roles', { name: randomUUID(), permissions })),
      ),
    );
    const user_id = (await world.person(randomUUID(), null)).userId;
    const [within, elsewhere] = [
      { project_id: world.project.id },
      created(await world.admin.post('/projects', { name: randomUUID() })),
    ];
    const grant = (role: any, scope?: object) =>
      who.post('/user-roles', { user_id, role_id: role.id, scope });
    const given = created(await grant(asks, within));
    expect(code(await grant(approves, within))).toEqual([403, 'grant_exceeds_own']);
    expect(code(await grant(asks))).toEqual([403, 'grant_exceeds_own']);
    expect(code(await grant(asks, {}))).toEqual([403, 'grant_exceeds_own']);
    expect(code(await grant(asks, { project_id: elsewhere.id }))).toEqual([403, 'grant_exceeds_own']);
    const global = created(await world.admin.post('/user-roles', { user_id, role_id: asks.id }));
    expect(code(await who.delete(`/user-roles/${global.id}`))).toEqual([403, 'grant_exceeds_own']);
    expect((await who.delete(`/user-roles/${given.id}`)).status).toBe(204);
    expect(code(await who.delete(`/user-roles/${given.id}`))).toEqual([404, 'assignment_not_found']);
  });

  it('names a grant’s missing permission before an unknown user', async () => {
    const roles = (await world.admin.get('/roles')).body;
    const role_id = (name: string) => roles.find((each: { name: string }) => each.name === name).id;
    const user_id = world.developer.userId;
    const nowhere = randomUUID();
    const refusals: [object, [number, string]][] = [
      [{ user_id, role_id: nowhere, scope: null }, [400, 'scope_invalid']],
      [
        { user_id, role_id: nowhere, scope: { project_id: nowhere, team_id: nowhere } },
        [400, 'scope_invalid'],
      ],
      [{ user_id: nowhere, role_id: role_id('value_provider'), scope: {} }, [400, 'scope_required']],
      [
        { user_id, role_id: role_id('value_provider'), scope: { project_id: nowhere } },
        [400, 'scope_required'],
      ],
      [{ user_id, role_id: role_id('policy_author') }, [400, 'scope_required']],
      [{ user_id, role_id: role_id('provider_connection_binder') }, [400, 'scope_required']],
      [{ user_id: nowhere, role_id: role_id('approver') }, [404, 'user_not_found']],
      [{ user_id, role_id: nowhere }, [404, 'role_not_found']],
      [{ user_id, role_id: role_id('approver'), scope: { project_id: nowhere } }, [404, 'project_not_found']],
      [{ user_id, role_id: role_id('approver'), scope: { team_id: nowhere } }, [404, 'team_not_found']],
    ];
    for (const [body, refusal] of refusals)
      expect(code(await world.admin.post('/user-roles', body))).toEqual(refusal);
  });
});

describe('a role', () => {
  it('is refused by its own codes, after validation of the body', async () => {
    const name = randomUUID();
    const role = created(await world.admin.post('/roles', { name, permissions: ['secret.request'] }));
    const user = await world.person(randomUUID(), name);
    const unknown = await world.admin.put(`/roles/${randomUUID()}/permissions`, {
      permissions: ['secret.read'],
    });
    expect(unknown.body).toMatchObject({ error_code: 'permission_unknown', unknown: ['secret.read'] });
    expect(code(await world.admin.post('/roles', { name, permissions: ['x'] }))).toEqual([
      400,
      'permission_unknown',
    ]);
    expect(code(await world.admin.post('/roles', { name, permissions: [] }))).toEqual([
      409,
      'role_name_exists',
    ]);
    expect(code(await world.admin.delete(`/roles/${role.id}`))).toEqual([409, 'role_in_use']);
    const approver = (await world.admin.get('/roles')).body.find(
      (each: { name: string }) => each.name === 'approver',
    );
    expect(code(await world.admin.delete(`/roles/${approver.id}`))).toEqual([409, 'system_row']);
    expect(
      (await world.admin.put(`/roles/${approver.id}/permissions`, { permissions: approver.permissions }))
        .status,
    ).toBe(200);
    const [grant] = (await world.admin.get(`/user-roles?role_id=${role.id}&user_id=${user.userId}`)).body;
    expect((await world.admin.delete(`/user-roles/${grant.id}`)).status).toBe(204);
    expect((await world.admin.delete(`/roles/${role.id}`)).status).toBe(204);
  });

  it('can be extended with role.edit only by permissions that its editor holds globally', async () => {
    const editor = await holder(['role.edit', 'audit.read']);
    const own = { name: randomUUID(), permissions: ['audit.read'] };
    const { id } = created(await editor.post('/roles', own));
    for (const permission of ['user_role.edit', 'secret.approve', 'policy.edit']) {
      const wider = { permissions: ['audit.read', permission] };
      expect(code(await editor.put(`/roles/${id}/permissions`, wider))).toEqual([403, 'grant_exceeds_own']);
      expect(code(await editor.post('/roles', { ...wider, name: randomUUID() }))).toEqual([
        403,
        'grant_exceeds_own',
      ]);
    }
    const admins = (await world.admin.get('/roles')).body.find(
      (each: { name: string }) => each.name === 'admin',
    );
    const emptied = await editor.put(`/roles/${admins.id}/permissions`, { permissions: [] });
    expect(code(emptied)).toEqual([409, 'last_admin']);
  });

  it('edited under the strict profile loses only what its editor holds everywhere (D95)', async () => {
    const api = await stack.addApi({
      SVC_SECURITY_PROFILE: 'strict',
      DATABASE_URL: await createServiceRole(stack.databaseUrl),
    });
    const editor = await holder(['role.edit', 'audit.read'], undefined, true);
    const { id } = created(
      await world.admin.post('/roles', { name: randomUUID(), permissions: ['audit.read', 'secret.approve'] }),
    );
    const path = `/roles/${id}/permissions`;
    const [asEditor, asAdmin] = [editor, world.admin].map(({ token }) =>
      Object.assign(new TestClient(api.url), { token }),
    ) as [TestClient, TestClient];
    const refused = [403, 'grant_exceeds_own'];
    expect(code(await asEditor.put(path, { permissions: ['audit.read'] }))).toEqual(refused);
    expect(code(await asEditor.delete(`/roles/${id}`))).toEqual(refused);
    expect((await asEditor.put(path, { permissions: ['secret.approve'] })).status).toBe(200);
    expect((await asAdmin.put(path, { permissions: [] })).status).toBe(200);
    expect((await asEditor.delete(`/roles/${id}`)).status).toBe(204);
  });
});

describe('a workflow', () => {
  it('is changed in any subset of its fields, which are independent', async () => {
    const made = created(await world.admin.post('/workflows', workflow()));
    const path = `/workflows/${made.id}`;
    const changes: object[] = [
      {},
      { allow_self_approval: true },
      { wrap_ttl_created_seconds: 1 },
      { wrap_ttl_approved_seconds: 2 },
      { wrap_ttl_claimed_seconds: 3 },
      { request_ttl_seconds: 2_592_000 },
      { require_justification: true },
      { enabled: false },
      { fill_ttl_seconds: 43_200 },
      { requires_security_approval: true },
      { scoped_policy_authorable: true },
      { min_approvers: 10 },
      { name: `${made.name} renamed` },
    ];
    let expected = made;
    for (const change of changes) {
      expected = { ...expected, ...change, updated_at: expect.any(String) };
      expect((await world.admin.put(path, change)).body).toEqual(expected);
    }
    expect((await world.developer.get(path)).body).toEqual(expected);
    expect(code(await world.admin.put(path, { min_approvers: 0 }))).toEqual([400, 'workflow_contradictory']);
    expect(code(await world.admin.put(path, { name: 'default' }))).toEqual([409, 'workflow_name_exists']);
    for (const fault of [
      { min_approvers: null },
      { min_approvers: 11 },
      { min_approvers: -1 },
      { fill_ttl_seconds: 2_592_001 },
      { wrap_ttl_claimed_seconds: 0 },
      { enabled: 'yes' },
      { id: made.id },
    ])
      expect(code(await world.admin.put(path, fault))).toEqual([400, 'validation_failed']);
    expect(code(await world.admin.put(`/workflows/${randomUUID()}`, { min_approvers: -1 }))).toEqual([
      400,
      'validation_failed',
    ]);
    expect((await world.admin.get(path)).body).toEqual(expected);
    expect((await world.admin.delete(path)).status).toBe(204);
    expect(code(await world.admin.delete(path))).toEqual([404, 'workflow_not_found']);
  });

  it('available to scoped rules is listed for authors of any scope only', async () => {
    const picked = created(
      await world.admin.post('/workflows', workflow({ scoped_policy_authorable: true })),
    );
    const inTeam = await world.person(randomUUID(), 'policy_author', { scope: { team_id: world.team.id } });
    const inProject = await world.person(randomUUID(), 'policy_author', {
      scope: { project_id: world.project.id },
    });
    for (const who of [inTeam, inProject, await holder(['policy.author'])]) {
      const list = await who.get('/workflows/scoped-policy-authorable');
      const { id, name, min_approvers, requires_security_approval } = picked;
      expect(list.body).toEqual([{ id, name, min_approvers, requires_security_approval }]);
    }
    for (const who of [world.admin, world.approver, await holder(['workflow.edit', 'policy.edit'])])
      expect(refusalOf(await who.get('/workflows/scoped-policy-authorable'))).toEqual(
        denied('policy.author'),
      );
    expect((await world.admin.delete(`/workflows/${picked.id}`)).status).toBe(204);
  });

  it('can be deleted although a past request used it, and the request keeps its values', async () => {
    const governing = created(await world.admin.post('/workflows', workflow({ min_approvers: 4 })));
    const rule = created(await world.admin.post('/policies', policy({ workflow_id: governing.id })));
    const made = created(await world.developer.post('/requests/read', read()));
    expect(made).toMatchObject({ workflow_id: governing.id, min_approvers: 4 });
    expect((await world.admin.put(`/workflows/${governing.id}`, { enabled: false })).status).toBe(200);
    expect(code(await world.developer.post('/requests/read', read()))).toEqual([409, 'workflow_disabled']);
    expect((await world.admin.delete(`/policies/${rule.id}`)).status).toBe(204);
    expect((await world.admin.delete(`/workflows/${governing.id}`)).status).toBe(204);
    const kept = await world.developer.get(`/requests/${made.id}`);
    expect(kept.body).toMatchObject({ status: 'pending', workflow_id: governing.id, min_approvers: 4 });
  });
});

const read = (environment = world.dev) => readBody(world, { environment_id: environment.id });

describe('an environment that is deleted', () => {
  it('deletes its bindings and rules and cancels open requests; ended ones stay', async () => {
    const place = { project_id: world.project.id, risk_level: 0 };
    const gone = created(await world.admin.post('/environments', { ...place, name: 'gone', type: 'uat' }));
    const selector = { environment_id: gone.id };
    const workflow_id = created(
      await world.admin.post('/workflows', workflow({ scoped_policy_authorable: true })),
    ).id;
    const author = await world.person(randomUUID(), 'policy_author', { scope: { team_id: world.team.id } });
    const scoped = created(
      await author.post(`/projects/${world.project.id}/policy-rules`, policy({ selector, workflow_id })),
    ).rule;
    const rule = created(await world.admin.post('/policies', policy({ selector })));
    const binding = created(
      await world.admin.post(`/provider-connections/${world.connection.id}/bindings`, {
        project_id: world.project.id,
        environment_id: gone.id,
      }),
    );
    const ended = created(await world.developer.post('/requests/read', read(gone)));
    expect((await world.developer.post(`/requests/${ended.id}/cancel`)).status).toBe(200);
    const open = created(await world.developer.post('/requests/read', read(gone)));
    const other = created(await world.developer.post('/requests/read', read()));
    const approved = created(await world.developer.post('/requests/read', read(gone)));
    const vote = await world.approver.post(`/requests/${approved.id}/approve`);
    expect(vote.body).toMatchObject({ status: 'approved' });
    const before = (await world.developer.get(`/requests/${ended.id}`)).body;

    const deletion = await world.admin.delete(`/environments/${gone.id}`);
    expect(deletion.status).toBe(204);
    for (const { id } of [open, approved])
      expect((await world.developer.get(`/requests/${id}`)).body).toMatchObject({
        status: 'cancelled',
        environment_id: gone.id,
      });
    expect((await world.developer.get(`/requests/${ended.id}`)).body).toEqual(before);
    expect((await world.developer.get(`/requests/${other.id}`)).body).toMatchObject({ status: 'pending' });
    const bindings = (await world.developer.get(`/projects/${world.project.id}/provider-connection-bindings`))
      .body;
    expect(bindings.map((each: { id: string }) => each.id)).not.toContain(binding.id);
    expect(code(await world.admin.get(`/policies/${rule.id}`))).toEqual([404, 'policy_not_found']);

    const correlation = deletion.headers.get('x-correlation-id');
    const events = (await world.admin.get(`/audit-events?actor=user:${world.admin.userId}&limit=20`)).body;
    const told = events.map((event: any) => `${event.action} ${event.resource}`);
    for (const event of [
      `environment.delete environment:${gone.id}`,
      `policy.delete policy_rule:${rule.id}`,
      `policy.delete policy_rule:${scoped.id}`,
      `request.cancel request:${open.id}`,
      `request.cancel request:${approved.id}`,
    ])
      expect(told.filter((each: string) => each === event)).toHaveLength(1);
    expect(told.filter((each: string) => each.startsWith('binding.delete'))).toHaveLength(1);
    const inOne = events.filter((event: any) => event.correlation_id === correlation);
    expect(inOne.map((event: any) => event.action)).toEqual(
      expect.arrayContaining(['environment.delete', 'policy.delete', 'binding.delete']),
    );
  });
});
