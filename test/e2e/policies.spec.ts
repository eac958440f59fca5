import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, TestClient } from '../support/client.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, type World } from '../support/world.js';

let stack: TestStack;
let world: World;
let author: TestClient;
let workflow: { id: string };

beforeAll(async () => {
  stack = await startStack();
  world = await buildWorld(stack);
  author = await world.person('author', 'policy_author', { scope: { team_id: world.team.id } });
  const opted = { name: 'opted in', min_approvers: 1, scoped_policy_authorable: true };
  workflow = created(await world.admin.post('/workflows', opted));
}, 60_000);
afterAll(() => stack?.stop());

const code = (answer: Answer) => [answer.status, answer.body?.error_code];
const inProject = (path = '') => `/projects/${world.project.id}/policy-rules${path}`;
const inTeam = (path = '') => `/teams/${world.team.id}/policy-rules${path}`;
const rule = (over: object = {}) => ({
  name: 'by the team',
  selector: { environment_kind: 'non_prod' },
  priority: 100,
  workflow_id: workflow.id,
  enabled: true,
  ...over,
});

describe('workflows', () => {
  it('are created, changed and deleted with workflow.edit, and visible to every signed-in user', async () => {
    const made = created(await world.admin.post('/workflows', { name: 'two eyes', min_approvers: 2 }));
    expect(made).toMatchObject({ min_approvers: 2, enabled: true, request_ttl_seconds: 86400 });
    expect((await author.get(`/workflows/${made.id}`)).body).toEqual(made);
    const changed = await world.admin.put(`/workflows/${made.id}`, { min_approvers: 3 });
    expect(changed.body).toMatchObject({ id: made.id, name: 'two eyes', min_approvers: 3 });
    expect(code(await author.put(`/workflows/${made.id}`, { min_approvers: 0 }))).toEqual([
      403,
      'permission_denied',
    ]);
    expect((await world.admin.delete(`/workflows/${made.id}`)).status).toBe(204);
    const gone = await world.admin.get(`/workflows/${made.id}`);
    expect(gone.body).toMatchObject({ error_code: 'workflow_not_found', code: 'workflow_not_found' });
  });

  it.each([
    ['no approvers named', { name: 'x' }],
    ['too many approvers', { name: 'x', min_approvers: 11 }],
    ['a lifetime of zero', { name: 'x', min_approvers: 1, request_ttl_seconds: 0 }],
    ['a flag that is null', { name: 'x', min_approvers: 1, enabled: null }],
    ['an unknown member', { name: 'x', min_approvers: 1, colour: 'red' }],
  ])('are refused with %s', async (_case, body) => {
    expect(code(await world.admin.post('/workflows', body))).toEqual([400, 'validation_failed']);
  });

  it('that scoped authors may choose are listed for them only', async () => {
    const listed = await author.get('/workflows/scoped-policy-authorable');
    expect(listed.body).toEqual([
      { id: workflow.id, name: 'opted in', min_approvers: 1, requires_security_approval: false },
    ]);
    expect(code(await world.developer.get('/workflows/scoped-policy-authorable'))).toEqual([
      403,
      'permission_denied',
    ]);
  });
});

describe('a policy author', () => {
  it('writes a project rule, which every signed-in user can read with its history', async () => {
    const answer = await author.post(inProject(), rule());
    const made = created(answer).rule;
    expect(made).toMatchObject({
      project_id: world.project.id,
      team_id: null,
      workflow_name: 'opted in',
      selector: { environment_kind: 'non_prod', project_id: world.project.id },
      selector_keys: ['project_id', 'environment_kind'],
      is_platform_inherited: false,
      is_ancestor_inherited: false,
      is_system: false,
    });
    const list = await world.developer.get(inProject());
    const [seed, own] = list.body.rules;
    expect(list.body.priority_cap).toBe(9000);
    expect(seed).toMatchObject({ name: 'match-all', is_platform_inherited: true, selector_keys: [] });
    expect(seed).not.toHaveProperty('selector');
    expect(own).toEqual(made);

    const renamed = await author.put(inProject(`/${made.id}`), { name: 'renamed' });
    expect(renamed.body.rule).toMatchObject({ name: 'renamed', priority: 100 });
    const history = await author.get(inProject(`/${made.id}/history`));
    expect(history.body.map((each: { action: string }) => each.action)).toEqual(['create', 'update']);
    expect((await author.delete(inProject(`/${made.id}`))).status).toBe(204);
    expect(code(await author.get(inProject(`/${made.id}/history`)))).toEqual([404, 'policy_not_found']);
    const kept = await world.admin.get(`/policies/${made.id}/history`);
    expect(kept.body.map((each: { version: number }) => each.version)).toEqual([1, 2, 3]);
  });

  it('writes a team rule, which the project’s readers see without its selector', async () => {
    const made = created(await author.post(inTeam(), rule())).rule;
    const fromProject = (await world.developer.get(inProject())).body.rules.at(-1);
    expect(fromProject).toMatchObject({ id: made.id, is_ancestor_inherited: true, team_name: 'platform' });
    expect(fromProject).not.toHaveProperty('selector');
    expect(code(await world.developer.get(inTeam()))).toEqual([403, 'permission_denied']);
    expect(code(await world.admin.get(inTeam()))).toEqual([403, 'permission_denied']);
    expect((await author.delete(inTeam(`/${made.id}`))).status).toBe(204);
  });

  it('is refused by the specified codes, in the newer envelope alone', async () => {
    const refusals: [object, number, object][] = [
      [{ priority: 9000 }, 400, { error_code: 'policy_priority_reserved', priority_cap: 9000 }],
      [{ selector: {} }, 400, { error_code: 'policy_scope_too_broad', reason: 'selector_empty' }],
      [
        { selector: { environment_id: world.prod.id } },
        403,
        { error_code: 'prod_policy_not_allowed_for_scope', env_kind: 'prod' },
      ],
      [{ selector: { project_id: randomUUID() } }, 400, { error_code: 'policy_selector_mismatch' }],
      [
        { selector: { environment_id: randomUUID() } },
        400,
        { error_code: 'policy_environment_not_in_project' },
      ],
    ];
    for (const [over, status, body] of refusals) {
      const answer = await author.post(inProject(), rule(over));
      expect(answer.status).toBe(status);
      expect(answer.body).toEqual({ ...body, message: expect.any(String) });
    }
  });

  it.each([
    ['a member that scoped rules do not have', { direct_reveal_allowed: true }],
    ['an unknown selector key', { selector: { colour: 'red' } }],
    ['a selector that is a list', { selector: [] }],
    ['a null in the selector', { selector: { environment_kind: null } }],
    ['a priority that is text', { priority: '5' }],
    ['an empty name', { name: '' }],
  ])('gets validation errors first: %s', async (_case, over) => {
    const stranger = { ...rule(over) };
    expect(code(await author.post(`/projects/${randomUUID()}/policy-rules`, stranger))).toEqual([
      400,
      'validation_failed',
    ]);
  });

  it('cannot write elsewhere, and leaves a denial in the audit log', async () => {
    const elsewhere = created(await world.admin.post('/projects', { name: 'elsewhere' }));
    const path = `/projects/${elsewhere.id}/policy-rules`;
    expect(code(await author.post(path, rule()))).toEqual([403, 'out_of_scope_policy']);
    expect(code(await world.developer.post(path, rule()))).toEqual([403, 'permission_denied']);
    const events = await world.admin.get('/audit-events?action=policy.denied_out_of_scope');
    expect(events.body).toMatchObject([
      {
        actor: `user:${author.userId}`,
        status: 'denied',
        metadata: { attempted_project_id: elsewhere.id, actor_permission_attempted: 'policy.author' },
      },
    ]);
  });
});

describe('the platform’s rules', () => {
  it('are written with policy.edit; other users see them without selector', async () => {
    const body = {
      name: 'prod',
      selector: { environment_kind: 'prod' },
      workflow_id: workflow.id,
      priority: 9000,
    };
    const made = created(await world.admin.post('/policies', { ...body, reveal_ttl_seconds: 1 }));
    expect(made).toMatchObject({ ...body, reveal_ttl_seconds: 10, enabled: true });
    expect((await world.admin.get(`/policies/${made.id}`)).body).toEqual(made);
    const { selector: _, warnings: _warnings, ...sanitized } = made;
    expect((await author.get(`/policies/${made.id}`)).body).toEqual(sanitized);
    expect(code(await author.post('/policies', body))).toEqual([403, 'permission_denied']);
    expect(code(await world.admin.delete(`/workflows/${workflow.id}`))).toEqual([409, 'workflow_in_use']);
    expect(code(await author.delete(inProject(`/${made.id}`)))).toEqual([
      403,
      'platform_policy_not_editable',
    ]);

    const told = await world.admin.post('/policies/simulate', {
      project_id: world.project.id,
      environment_id: world.prod.id,
    });
    expect(told.status).toBe(200);
    expect(told.body).toMatchObject({
      winner: { id: made.id },
      workflow: { id: workflow.id, name: 'opted in' },
      direct_reveal_allowed: false,
      requires_mfa: false,
      reveal_ttl_seconds: 10,
      candidates: [
        { rule_id: made.id, name: 'prod', outcome: 'won' },
        {
          name: 'match-all',
          outcome: 'outranked',
          reason: 'a platform rule of the reserved band comes first',
        },
      ],
    });
    expect((await world.admin.delete(`/policies/${made.id}`)).status).toBe(204);
  });

  it('are simulated before they are saved', async () => {
    const scope = { project_id: world.project.id, environment_id: world.prod.id };
    const draft = {
      name: 'draft',
      selector: {},
      workflow_id: workflow.id,
      priority: 9000,
      requires_mfa: true,
    };
    const ask = (who: typeof author, over: object = {}) =>
      who.post('/policies/simulate', { ...scope, draft: { ...draft, ...over } });
    const { with_draft, ...today } = (await ask(world.admin)).body;
    expect(today).toEqual((await world.admin.post('/policies/simulate', scope)).body);
    expect(with_draft).toMatchObject({
      workflow: { id: workflow.id },
      requires_mfa: true,
      candidates: [
        { rule_id: with_draft.rule_id, name: 'draft', outcome: 'won' },
        { name: 'match-all', outcome: 'outranked' },
      ],
    });
    expect((await world.admin.get(`/policies/${with_draft.rule_id}`)).status).toBe(404);
    const invalid = async (over: object) =>
      (await ask(world.admin, over)).body.fields.map((each: any) => each.field);
    expect(await invalid({ priority: -1 })).toEqual(['draft.priority']);
    expect(await invalid({ selector: { secret_ref_prefix: '' } })).toEqual([
      'draft.selector.secret_ref_prefix',
    ]);
    expect(await invalid({ project_id: world.project.id })).toEqual(['draft.requires_mfa']);
    expect(await invalid({ project_id: world.project.id, team_id: world.project.id })).toEqual([
      'draft.team_id',
      'draft.requires_mfa',
    ]);
    expect(code(await ask(author))).toEqual([403, 'permission_denied']);
    const own = { project_id: world.project.id, selector: { environment_kind: 'non_prod' }, priority: 5 };
    const told = await ask(author, { ...own, requires_mfa: undefined });
    expect(told.body.with_draft.candidates).toContainEqual({
      rule_id: told.body.with_draft.rule_id,
      ...{ name: 'draft', outcome: 'no_match', reason: 'does not match environment_kind' },
    });
  });

  it('warn of rules that can never apply, wherever shown completely', async () => {
    const body = { name: 'reads', selector: { operation: 'read' }, workflow_id: workflow.id, priority: 1 };
    const made = created(await world.admin.post('/policies', { ...body, direct_reveal_allowed: true }));
    const direct = [{ code: 'direct_reveal_never_applies', message: expect.any(String) }];
    expect(made.warnings).toEqual(direct);
    const one = `/policies/${made.id}`;
    expect((await world.admin.get(one)).body).toEqual(made);
    const listed: any[] = (await world.admin.get('/policies')).body;
    expect(listed.map(({ name, warnings }) => [name, warnings])).toContainEqual(['reads', direct]);
    expect(await world.admin.put(one, { enabled: false })).toMatchObject({
      status: 200,
      body: { warnings: direct },
    });
    const meant = await world.admin.put(one, { selector: { operation: 'reveal' } });
    expect(meant).toMatchObject({ status: 200, body: { direct_reveal_allowed: true, warnings: [] } });
    const inProd = await world.admin.put(one, { selector: { environment_id: world.prod.id } });
    expect(inProd.body.warnings).toEqual(direct);
    const named = { environment_id: world.prod.id, environment: 'dev' };
    expect((await world.admin.put(one, { selector: named })).body.warnings).toEqual([
      { code: 'rule_never_matches', message: expect.any(String) },
    ]);
    const [version] = (await world.admin.get(`${one}/history`)).body;
    expect(version.rule.warnings).toEqual(direct);
    expect((await author.get(one)).body).not.toHaveProperty('warnings');
    expect((await world.admin.delete(one)).status).toBe(204);
  });

  it('have a cap that policy.edit changes', async () => {
    const moved = await world.admin.put('/platform-settings', { policy_priority_cap: 5000 });
    expect(moved.body).toMatchObject({ policy_priority_cap: 5000 });
    expect((await world.developer.get('/platform-settings')).body).toEqual(moved.body);
    expect(code(await author.put('/platform-settings', { policy_priority_cap: 1 }))).toEqual([
      403,
      'permission_denied',
    ]);
    for (const policy_priority_cap of [0, 1_000_001, '9000']) {
      const answer = await world.admin.put('/platform-settings', { policy_priority_cap });
      expect(code(answer)).toEqual([400, 'validation_failed']);
    }
    const reserved = await author.post(inProject(), rule({ priority: 5000 }));
    expect(reserved.body).toMatchObject({ error_code: 'policy_priority_reserved', priority_cap: 5000 });
  });
});
