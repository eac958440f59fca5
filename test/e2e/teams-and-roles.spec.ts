import { randomUUID } from 'node:crypto';
import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../support/canary.js';
import { type Answer, TestClient } from '../support/client.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD, startStack, type TestStack } from '../support/test-stack.js';
import { created } from '../support/world.js';

const PASSWORD = canary('password');
let stack: TestStack;
let admin: TestClient;

beforeAll(async () => {
  stack = await startStack({ apis: 2 });
  admin = await new TestClient(stack.apis[0]!.url).signIn(ADMIN_EMAIL, ADMIN_PASSWORD);
  await admin.enrollAndStepUp();
}, 60_000);
afterAll(() => stack?.stop());

/** A new user without any role, signed in at the other api process. */
async function person(): Promise<TestClient> {
  const email = `${randomUUID()}@example.test`;
  created(await admin.post('/users', { email, password: PASSWORD }));
  return new TestClient(stack.apis[1]!.url).signIn(email, PASSWORD);
}

async function roleId(name: string): Promise<string> {
  const roles = await admin.get('/roles');
  return roles.body.find((role: { name: string }) => role.name === name).id;
}

const code = (answer: Answer) => [answer.status, answer.body?.error_code];

describe('an organisation', () => {
  it('is laid out by administrators, and seen by everybody who is signed in', async () => {
    const someone = await person();
    const root = created(await admin.post('/teams', { name: 'root' }));
    const leaf = created(await admin.post('/teams', { name: 'leaf', parent_id: root.id }));
    const project = created(await someone.post('/projects', { name: `p ${root.id}`, team_id: leaf.id }));
    const place = { project_id: project.id, risk_level: 3 };
    const prod = created(await admin.post('/environments', { ...place, name: 'live', type: 'prod' }));
    expect(project).toMatchObject({ created_by: someone.userId, description: '', status: 'active' });
    expect(prod).toMatchObject({ kind: 'prod', type: 'prod', risk_level: 3, description: '' });

    expect((await someone.get(`/teams/${leaf.id}`)).body).toEqual(leaf);
    expect((await someone.get(`/projects/${project.id}`)).body).toEqual(project);
    expect((await someone.get(`/environments?project_id=${project.id}`)).body).toEqual([prod]);
    expect((await someone.get(`/projects/${project.id}/environments`)).body).toEqual([prod]);

    expect(code(await someone.post('/teams', { name: 'mine' }))).toEqual([403, 'permission_denied']);
    expect(code(await someone.post('/environments', { ...place, name: 'x', type: 'dev' }))).toEqual([
      403,
      'permission_denied',
    ]);
    expect(code(await someone.delete(`/environments/${prod.id}`))).toEqual([403, 'permission_denied']);
    expect(code(await admin.put(`/teams/${root.id}`, { parent_id: leaf.id }))).toEqual([400, 'team_cycle']);
    expect(code(await admin.post('/projects', { name: project.name }))).toEqual([409, 'project_name_exists']);
    expect(code(await admin.post('/environments', { ...place, name: 'live', type: 'dev' }))).toEqual([
      409,
      'environment_name_exists',
    ]);
  });

  it('keeps what an environment is, whoever asks, until it is deleted', async () => {
    const project = created(await admin.post('/projects', { name: randomUUID() }));
    const body = { project_id: project.id, name: 'dev', type: 'dev', risk_level: 0 };
    const environment = created(await admin.post('/environments', body));
    const path = `/environments/${environment.id}`;
    for (const change of [{ name: 'x' }, { kind: 'prod' }, { type: 'prod' }, { project_id: project.id }]) {
      expect(code(await admin.put(path, change))).toEqual([400, 'validation_failed']);
    }
    expect((await admin.put(path, { description: 'for load tests', risk_level: 4 })).body).toMatchObject({
      name: 'dev',
      kind: 'non_prod',
      description: 'for load tests',
      risk_level: 4,
    });
    expect((await admin.delete(path)).status).toBe(204);
    expect(code(await admin.get(path))).toEqual([404, 'environment_not_found']);
    const events = await admin.get(`/audit-events?resource=environment:${environment.id}`);
    expect(events.body.map((event: { action: string }) => event.action)).toEqual([
      'environment.delete',
      'environment.update',
      'environment.create',
    ]);
  });

  it('takes the policy rules that name an environment along when it is deleted', async () => {
    const project = created(await admin.post('/projects', { name: randomUUID() }));
    const body = { project_id: project.id, name: 'dev', type: 'dev', risk_level: 0 };
    const environment = created(await admin.post('/environments', body));
    const [workflow] = (await admin.get('/workflows')).body;
    const selector = { environment_id: environment.id };
    const rule = created(
      await admin.post('/policies', { name: 'r', selector, workflow_id: workflow.id, priority: 5 }),
    );
    expect((await admin.delete(`/environments/${environment.id}`)).status).toBe(204);
    expect(code(await admin.get(`/policies/${rule.id}`))).toEqual([404, 'policy_not_found']);
    const events = (await admin.get('/audit-events?action=policy.delete')).body;
    expect(events.filter((event: { resource: string }) => event.resource.endsWith(rule.id))).toHaveLength(1);
  });
});

describe('a grant', () => {
  it('has effect from the next request on, in every process, and none after it is taken away', async () => {
    const someone = await person();
    const grant = { user_id: someone.userId, role_id: await roleId('approver') };
    expect(code(await someone.get('/audit-events'))).toEqual([403, 'permission_denied']);
    const assignment = created(await admin.post('/user-roles', grant));
    expect(assignment).toMatchObject({
      role_name: 'approver',
      scope: {},
      granted_by: `user:${admin.userId}`,
    });
    expect((await someone.get('/audit-events?limit=1')).status).toBe(200);
    expect(code(await admin.post('/user-roles', grant))).toEqual([409, 'assignment_exists']);
    expect((await someone.get(`/users/${someone.userId}/roles`)).body).toEqual([assignment]);
    expect((await admin.delete(`/user-roles/${assignment.id}`)).status).toBe(204);
    expect(code(await someone.get('/audit-events'))).toEqual([403, 'permission_denied']);
  });

  it('is never made wider by a scope that says nothing', async () => {
    const someone = await person();
    const grant = { user_id: someone.userId, role_id: await roleId('approver') };
    for (const scope of [null, [], 'x', { team_id: null }, { cluster: 'a' }, [{ team_id: randomUUID() }]]) {
      expect(code(await admin.post('/user-roles', { ...grant, scope }))).toEqual([400, 'scope_invalid']);
    }
    for (const scope of ['{"constructor":"x"}', '{"__proto__":{}}', '{"prototype":1}']) {
      const body = `{"user_id":"${grant.user_id}","role_id":"${grant.role_id}","scope":${scope}}`;
      expect(code(await admin.post('/user-roles', body))).toEqual([400, 'validation_failed']);
    }
    const author = { ...grant, role_id: await roleId('policy_author') };
    expect(code(await admin.post('/user-roles', author))).toEqual([400, 'scope_required']);
    expect((await admin.get(`/users/${someone.userId}/roles`)).body).toEqual([]);
  });

  it('shows its holder the projects that it covers', async () => {
    const someone = await person();
    const team = created(await admin.post('/teams', { name: 'above' }));
    const below = created(await admin.post('/teams', { name: 'below', parent_id: team.id }));
    const project = created(await admin.post('/projects', { name: randomUUID(), team_id: below.id }));
    created(await admin.post('/projects', { name: randomUUID() }));
    const grant = {
      user_id: someone.userId,
      role_id: await roleId('developer'),
      scope: { team_id: team.id },
    };
    expect((await someone.get('/users/me/projects')).body).toEqual([]);
    created(await admin.post('/user-roles', grant));
    expect((await someone.get('/users/me/projects')).body).toMatchObject([
      { id: project.id, environments: [] },
    ]);
    await admin.put(`/teams/${below.id}`, { parent_id: null });
    expect((await someone.get('/users/me/projects')).body).toEqual([]);
  });

  it('of the last administrator stays, with the role that gives it', async () => {
    const adminRole = await roleId('admin');
    const assignments = (await admin.get(`/user-roles?role_id=${adminRole}`)).body;
    expect(assignments).toHaveLength(1);
    expect(code(await admin.delete(`/user-roles/${assignments[0].id}`))).toEqual([409, 'last_admin']);
    for (const kept of ['role.edit', 'user_role.edit'])
      expect(code(await admin.put(`/roles/${adminRole}/permissions`, { permissions: [kept] }))).toEqual([
        409,
        'last_admin',
      ]);
    expect(code(await admin.delete(`/roles/${adminRole}`))).toEqual([409, 'system_row']);
  });
});

describe('making projects', () => {
  const EVERYWHERE = undefined;

  /** How many of 64 calls at once, by turns to two api processes, make a project. */
  async function madeBy(someone: TestClient): Promise<number> {
    const processes = stack.apis.map((api) =>
      Object.assign(new TestClient(api.url), { token: someone.token }),
    );
    const answers = await Promise.all(
      Array.from({ length: 64 }, (_, n) => processes[n % 2]!.post('/projects', { name: randomUUID() })),
    );
    const made = answers.filter(({ status }) => status === 201);
    for (const refused of answers.filter((answer) => !made.includes(answer))) {
      expect(code(refused)).toEqual([429, 'rate_limited']);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    return made.length;
  }

  it('is counted for each user, refused calls too: 60 in a minute (D110)', async () => {
    const [one, another] = [await person(), await person()];
    expect(await madeBy(one)).toBe(60);
    expect(code(await one.post('/projects', {}))).toEqual([429, 'rate_limited']);
    expect((await one.get('/projects')).status).toBe(200);
    expect((await another.post('/projects', { name: randomUUID() })).status).toBe(201);
  });

  it.each([
    ['is not counted for a holder of user_role.edit everywhere', EVERYWHERE, 64],
    ['is counted for a holder in a team', 'team', 60],
  ])('%s', async (_, where, made) => {
    const someone = await person();
    const scope = where && { team_id: created(await admin.post('/teams', { name: randomUUID() })).id };
    const name = randomUUID();
    const role = created(await admin.post('/roles', { name, permissions: ['user_role.edit'] }));
    created(await admin.post('/user-roles', { user_id: someone.userId, role_id: role.id, scope }));
    expect(await madeBy(someone)).toBe(made);
  });
});

describe('the permission catalog', () => {
  it('may be kept for five minutes by its reader, and is confirmed without being sent again', async () => {
    const answer = await admin.get('/permissions');
    expect(answer.headers.get('cache-control')).toBe('private, max-age=300');
    expect(answer.body).toHaveLength(16);
    expect(answer.body[0]).toEqual({
      permission: 'role.edit',
      group: 'RBAC',
      description: expect.any(String),
    });
    expect(await statusHolding(answer.headers.get('etag') ?? '')).toBe(304);
    expect(await statusHolding('"another"')).toBe(200);
  });
});

/** Past fetch, which adds headers of its own to a conditional request. */
function statusHolding(etag: string): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${admin.token}`, 'if-none-match': etag };
  return new Promise((resolve, reject) => {
    get(`${admin.baseUrl}/api/v1/permissions`, { headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    }).once('error', reject);
  });
}
