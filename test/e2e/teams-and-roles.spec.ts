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

/** Returns a new user without any role, signed in at the other api process. */
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

  it('moves a project to another team, and the grants of that team with it', async () => {
    const someone = await person();
    const [from, to] = [
      created(await admin.post('/teams', { name: 'from' })),
      created(await admin.post('/teams', { name: 'to' })),
    ];
    const project = created(await admin.post('/projects', { name: randomUUID(), team_id: from.id }));
    const grant = { user_id: someone.userId, role_id: await roleId('developer'), scope: { team_id: to.id } };
    created(await admin.post('/user-roles', grant));
    const covered = async () =>
      (await someone.get('/users/me/projects')).body.map(({ id }: { id: string }) => id);
    expect(await covered()).toEqual([]);
    const moved = await admin.put(`/projects/${project.id}`, { team_id: to.id, description: 'moved' });
    expect(moved.body).toMatchObject({ team_id: to.id, description: 'moved', name: project.name });
    expect(await covered()).toEqual([project.id]);
    expect((await admin.put(`/projects/${project.id}`, { team_id: null })).body.team_id).toBeNull();
    expect(await covered()).toEqual([]);
    const events = (await admin.get(`/audit-events?resource=project:${project.id}&action=project.update`))
      .body;
    expect(events.map((event: { metadata: object }) => event.metadata)).toEqual([
      { changed: [], team_id: null, old_team_id: to.id },
      { changed: ['description'], team_id: to.id, old_team_id: from.id },
    ]);
    await admin.put(`/teams/${from.id}/status`, { status: 'archived' });
    for (const [team_id, expected] of [
      [from.id, [409, 'team_archived']],
      [randomUUID(), [404, 'team_not_found']],
    ])
      expect(code(await admin.put(`/projects/${project.id}`, { team_id }))).toEqual(expected);
    expect(code(await someone.put(`/projects/${project.id}`, { team_id: to.id }))).toEqual([
      403,
      'permission_denied',
    ]);
  });

  it('never changes what an environment is, until it is deleted', async () => {
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

  it('deletes the policy rules of a deleted environment', async () => {
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
  it('takes effect with the next request, in every process, and so does its revocation', async () => {
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

  it('is listed by its place and by who made it', async () => {
    const someone = await person();
    const team = created(await admin.post('/teams', { name: randomUUID() }));
    const grant = { user_id: someone.userId, role_id: await roleId('approver') };
    const there = created(await admin.post('/user-roles', { ...grant, scope: { team_id: team.id } }));
    const everywhere = created(await admin.post('/user-roles', grant));
    const listed = async (query: string) => (await someone.get(`/user-roles?${query}`)).body;
    expect(await listed(`team_id=${team.id}`)).toEqual([there]);
    expect(await listed(`scope=global&origin=manual&user_id=${someone.userId}`)).toEqual([everywhere]);
    expect(await listed(`origin=oidc&user_id=${someone.userId}`)).toEqual([]);
    expect(await listed(`project_id=${randomUUID()}`)).toEqual([]);
    expect(await listed('origin=bootstrap')).toMatchObject([{ role_name: 'admin', user_id: admin.userId }]);
    for (const query of ['origin=x', 'scope=team', 'team_id=x'])
      expect(code(await someone.get(`/user-roles?${query}`))).toEqual([400, 'validation_failed']);
  });

  it('is never widened by an empty scope', async () => {
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

  it('of the last administrator can’t be removed, nor its role', async () => {
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

describe('creating projects', () => {
  const EVERYWHERE = undefined;

  /** Returns how many of 64 calls at once, by turns to two api processes, make a project. */
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

  it('is limited to 60 a minute for each user, refused calls included (D110)', async () => {
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
  it('may be cached privately for five minutes, and is revalidated with 304', async () => {
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

/** Not by fetch, which adds headers to a conditional request. */
function statusHolding(etag: string): Promise<number | undefined> {
  const headers = { authorization: `Bearer ${admin.token}`, 'if-none-match': etag };
  return new Promise((resolve, reject) => {
    get(`${admin.baseUrl}/api/v1/permissions`, { headers }, (response) => {
      response.resume();
      response.once('end', () => resolve(response.statusCode));
    }).once('error', reject);
  });
}

describe('two editors of one row', () => {
  const connection = {
    ...{ name: 'vault of two editors', type: 'vault', cluster_name: 'c' },
    scope: { address: 'https://vault.example', kvMount: 'kv' },
  };
  const scoped = { name: 'scoped', selector: { environment_kind: 'non_prod' }, priority: 1 };

  /** What is there once: its path, a change of it, and the path of the change where it is another. */
  async function rows(): Promise<Record<string, readonly [string, object, string?]>> {
    const workflow = created(await admin.post('/workflows', { name: 'w', min_approvers: 1, ...AUTHORABLE }));
    const policy = { name: 'p', selector: {}, workflow_id: workflow.id, priority: 1 };
    const role = created(await admin.post('/roles', { name: 'r', permissions: [] }));
    const integrator = { name: 'integrator', permissions: ['integration.edit', 'policy.author'] };
    const { id: role_id } = created(await admin.post('/roles', integrator));
    created(await admin.post('/user-roles', { user_id: admin.userId, role_id }));
    const author = { user_id: admin.userId, role_id: await roleId('policy_author') };
    const project = created(await admin.post('/projects', { name: 'of two editors' }));
    created(await admin.post('/user-roles', { ...author, scope: { project_id: project.id } }));
    const dev = { project_id: project.id, name: 'dev', type: 'dev', risk_level: 0 };
    const environment = created(await admin.post('/environments', dev));
    const team = created(await admin.post('/teams', { name: 't' }));
    const [one, two] = [`/projects/${project.id}/policy-rules`, '/provider-connections'];
    const rule = created(await admin.post(one, { ...scoped, workflow_id: workflow.id }));
    return {
      team: [`/teams/${team.id}`, { name: 'renamed' }],
      'team, archived': [`/teams/${team.id}`, { status: 'archived' }, `/teams/${team.id}/status`],
      environment: [`/environments/${environment.id}`, { risk_level: 4 }],
      role: [`/roles/${role.id}`, { permissions: ['audit.read'] }, `/roles/${role.id}/permissions`],
      'scoped rule': [`${one}/${rule.rule.id}`, { name: 'renamed' }],
      policy: [`/policies/${created(await admin.post('/policies', policy)).id}`, { enabled: false }],
      connection: [`${two}/${created(await admin.post(two, connection)).id}`, { description: 'new' }],
      workflow: [`/workflows/${workflow.id}`, { request_ttl_seconds: 60 }],
      'project, archived': [
        `/projects/${project.id}`,
        { status: 'archived' },
        `/projects/${project.id}/status`,
      ],
      settings: ['/platform-settings', { policy_priority_cap: 8999 }],
    };
  }
  const AUTHORABLE = { scoped_policy_authorable: true };
  const ifMatch = (answer: Answer) => ({ headers: { 'if-match': answer.headers.get('etag')! } });

  it('the second is refused as changed_meanwhile, and no change is lost', async () => {
    for (const [name, [path, change, changed = path]] of Object.entries(await rows())) {
      const seen = await admin.get(path);
      const first = await admin.put(changed, change, ifMatch(seen));
      expect([name, first.status]).toEqual([name, 200]);
      expect([name, code(await admin.put(changed, change, ifMatch(seen)))]).toEqual([
        name,
        [412, 'changed_meanwhile'],
      ]);
      expect(first.headers.get('etag')).toBe((await admin.get(path)).headers.get('etag'));
      expect(first.headers.get('etag')).not.toBe(seen.headers.get('etag'));
      // Without the header the last one wins, as ever.
      expect((await admin.put(changed, change)).status).toBe(200);
      if (/^\/(teams|projects)\/[^/]+$/.test(path) || name === 'settings') continue;
      expect(code(await admin.delete(path, ifMatch(seen)))).toEqual([412, 'changed_meanwhile']);
      const deleted = await admin.delete(path, ifMatch(await admin.get(path)));
      expect([name, deleted.status]).toEqual([name, 204]);
    }
    expect(code(await admin.put('/platform-settings', {}, { headers: { 'if-match': 'x' } }))).toEqual([
      400,
      'validation_failed',
    ]);
  });

  it('who may not see a rule whole is not told its version, which could be tried against guesses', async () => {
    const [rule] = (await admin.get('/policies?limit=1')).body;
    expect((await admin.get(`/policies/${rule.id}`)).headers.get('etag')).toMatch(/^"[\w-]{22}"$/);
    expect((await (await person()).get(`/policies/${rule.id}`)).headers.get('etag')).toBeNull();
  });
});
