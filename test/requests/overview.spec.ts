import { randomInt, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, TestClient } from '../support/client.js';
import { withClient } from '../support/database-state.js';
import { startStack, type TestStack } from '../support/test-stack.js';
import { buildWorld, created, readBody, type World } from '../support/world.js';

/** Eleven people whose e-mails begin alike. */
const MANY_PEOPLE = `INSERT INTO users (id, email, email_key, kind)
  SELECT gen_random_uuid(), 'many-' || n, 'many-' || n, 'oidc' FROM generate_series(1, 11) n`;

/** So many new people who hold a role in a project. */
const MANY_APPROVERS = `WITH people AS (INSERT INTO users (id, email, email_key, kind)
    SELECT gen_random_uuid(), 'votes-' || n, 'votes-' || n, 'oidc' FROM generate_series(1, $3::int) n RETURNING id)
  INSERT INTO user_roles (id, user_id, role_id, project_id, granted_by)
  SELECT gen_random_uuid(), id, $1, $2, 'system:test' FROM people`;

/** What people look at before and after they act: names, what waits for them, who can approve, what has happened. */
describe('an overview of requests', () => {
  let stack: TestStack;
  let world: World;
  /** Holds no audit.read, so that nothing is open to them but what their own part opens. */
  let requester: TestClient;
  let stranger: TestClient;

  beforeAll(async () => {
    stack = await startStack();
    world = await buildWorld(stack);
    const { admin, project } = world;
    created(await admin.post('/roles', { name: 'asks', permissions: ['secret.request'] }));
    requester = await world.person('requester', 'asks', { scope: { project_id: project.id } });
    stranger = await world.person('stranger', null);
  }, 60_000);
  afterAll(() => stack?.stop());

  const submit = async (body: object = {}, who = requester): Promise<any> =>
    created(await who.post('/requests/read', readBody(world, { secret_ref: 'apps/payments', ...body })));

  describe('names', () => {
    const NAMES = {
      ...{ project: 'payments', environment: 'dev', environment_kind: 'non_prod', risk_level: 1 },
      ...{ connection: 'main-vault', connection_type: 'vault', workflow: 'default', requester: 'requester' },
    };

    it('are included only if requested', async () => {
      const { id } = await submit();
      const one = await requester.get(`/requests/${id}?expand=names`);
      expect(one.body.names).toEqual(NAMES);
      expect((await requester.get(`/requests/${id}`)).body).not.toHaveProperty('names');
      const list = (await world.approver.get('/requests?expand=names')).body;
      expect(list.map((row: any) => row.names)).toEqual(list.map(() => NAMES));
      expect((await requester.get('/requests?expand=everything')).status).toBe(400);
      expect((await stranger.get(`/requests/${id}?expand=names`)).status).toBe(404);
    });

    it('are resolved for references that the caller may see', async () => {
      const { team, project, dev, connection, developer } = world;
      const person = `user:${developer.userId}`;
      const refs = [
        ...[person, `user:${requester.userId}`, `user:${stranger.userId}`, `user:${randomUUID()}`],
        ...[`team:${team.id}`, `project:${project.id}`, `environment:${dev.id}`],
        ...[`provider_connection:${connection.id}`, `wrap:${randomUUID()}`, 'system:reaper', 'x', person],
      ];
      const resolve = async (who: TestClient): Promise<any> =>
        (await who.post('/directory/resolve', { refs })).body.map((row: any) => row.name);
      const places = ['platform', 'payments', 'dev'];
      expect(await resolve(requester)).toEqual(['requester', ...places, 'main-vault']);
      expect(await resolve(stranger)).toEqual(['stranger', ...places]);
      expect(await resolve(world.admin)).toEqual([
        'developer',
        'requester',
        'stranger',
        ...places,
        'main-vault',
      ]);
      const many = Array.from({ length: 201 }, () => person);
      expect((await requester.post('/directory/resolve', { refs: many })).status).toBe(400);
    });

    it('are found by prefix, at most ten, by users who read the audit log or grant roles', async () => {
      const find = async (q: string): Promise<any> =>
        (await world.admin.get(`/directory/users?q=${encodeURIComponent(q)}`)).body;
      expect(await find('REQ')).toEqual([
        { id: requester.userId, display_name: 'requester', email: 'requester@example.test' },
      ]);
      expect([await find('%'), await find('eveloper')]).toEqual([[], []]);
      await withClient(stack.databaseUrl, (database) => database.query(MANY_PEOPLE));
      expect(await find('many-')).toHaveLength(10);
      expect((await world.admin.get('/directory/users?q=%20')).status).toBe(400);
      expect((await requester.get('/directory/users?q=a')).body.error_code).toBe('permission_denied');
    });
  });

  describe('the list', () => {
    const ids = async (query: string, who = requester): Promise<string[]> => {
      const found: string[] = [];
      for (let path: string | null = `/requests?limit=2&${query}`; path !== null;) {
        const page: Answer = await who.get(path);
        expect([query, page.status]).toEqual([query, 200]);
        found.push(...page.body.map((row: any) => row.id));
        path = /<\/api\/v1([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? null;
      }
      return found;
    };
    const set = (assignment: string, id: string) =>
      withClient(stack.databaseUrl, (database) =>
        database.query(`UPDATE access_requests SET ${assignment} WHERE id = $1`, [id]),
      );

    it('is filtered by each of its members, and by all together', async () => {
      const refs = ['lists/b', 'lists/a', 'lists/a_1', 'lists/a_1'];
      const rows = [];
      for (const secret_ref of refs) rows.push(await submit({ secret_ref }));
      const [b, a, first, second] = rows.map((row) => row.id) as [string, string, string, string];
      await set(`expires_at = clock_timestamp() - interval '1 s'`, a);
      expect((await world.approver.post(`/requests/${first}/approve`)).status).toBe(200);
      const prefix = 'ref_prefix=lists%2F';
      expect(await ids(prefix)).toEqual([a, first, second, b]);
      expect(await ids('ref_prefix=lists%2Fa_')).toEqual([first, second]);
      expect(await ids(`${prefix}&status=pending`)).toEqual([second, b]);
      expect(await ids(`${prefix}&status=approved&status=pending`)).toEqual([first, second, b]);
      expect(await ids(`${prefix}&status=expired&status=approved`)).toEqual([a, first]);
      const [since, until] = [rows[1].created_at, rows[3].created_at];
      expect(await ids(`${prefix}&since=${since}&until=${until}`)).toEqual([a, first]);
      const place = `environment_id=${world.dev.id}&provider_connection_id=${world.connection.id}`;
      expect(await ids(`${prefix}&${place}&operation=read&direct=false`)).toEqual([a, first, second, b]);
      for (const none of ['operation=patch', 'direct=true', `environment_id=${world.prod.id}`])
        expect([none, await ids(`${prefix}&${none}`)]).toEqual([none, []]);
      expect(await ids(`provider_connection_id=${randomUUID()}`)).toEqual([]);
      expect(await ids(prefix, stranger)).toEqual([]);
    });

    it('accepts no cursor of a request that the caller may not see, which would disclose its reference', async () => {
      const [own, other] = [await submit(), await submit({}, world.developer)];
      const statusFrom = async ({ id, created_at }: any): Promise<number> => {
        const cursor = Buffer.from(`${created_at}|${id}`).toString('base64url');
        return (await requester.get(`/requests?ref_prefix=a&cursor=${cursor}`)).status;
      };
      expect([await statusFrom(own), await statusFrom(other)]).toEqual([200, 400]);
      expect(await statusFrom({ ...other, id: randomUUID() })).toBe(400);
    });

    it('filters by a reference prefix of any length and script', async () => {
      // Of different characters: an index would otherwise compress them to what it can hold.
      const random = Array.from({ length: 1018 }, () => String.fromCodePoint(0x10000 + randomInt(0xffff)));
      const [first, second] = ['x', 'y'].map((end) => `long/${random.join('')}${end}`);
      const found = [(await submit({ secret_ref: first })).id, (await submit({ secret_ref: second })).id];
      const beginning = (characters: number): string =>
        `ref_prefix=${encodeURIComponent([...first!].slice(0, characters).join(''))}`;
      expect(await ids(beginning(5))).toEqual(found);
      expect(await ids(beginning(600))).toEqual(found);
      expect(await ids(beginning(1024))).toEqual([found[0]]);
    });

    it('can be ordered by newest first, page by page in both directions', async () => {
      const marks = ['a', 'b', 'c', 'd', 'e'].map((end) => `direction/${end}`);
      const made: string[] = [];
      for (const secret_ref of marks) made.push((await submit({ secret_ref })).id);
      // Two of the same moment: the id alone tells them apart.
      await set(`created_at = (SELECT created_at FROM access_requests WHERE id = '${made[1]}')`, made[2]!);
      const [oldest, newest] = [await ids('order=created_at'), await ids('order=-created_at')];
      expect(newest).toEqual(oldest.toReversed());
      expect(new Set(newest).size).toBe(newest.length);
      const twins = [made[1]!, made[2]!].sort().reverse();
      expect(newest.slice(0, 5)).toEqual([made[4], made[3], ...twins, made[0]]);
      expect((await ids('order=-created_at&status=pending')).slice(0, 5)).toEqual(newest.slice(0, 5));
    });

    it('can be ordered by expiry', async () => {
      const [later, sooner] = [(await submit()).id, (await submit()).id];
      await set(`expires_at = clock_timestamp() + interval '5 min'`, sooner);
      const order = (await ids('order=expires_at&status=pending')).filter((id) =>
        [later, sooner].includes(id),
      );
      expect(order).toEqual([sooner, later]);
    });

    it('refuses other filters', async () => {
      const queries = [
        'order=name',
        'order=-expires_at',
        'order=-created_at&ref_prefix=a',
        'direct=1',
        'since=today',
        'status=x',
      ];
      for (const query of [...queries, 'status=pending&status=x', 'operation=write'])
        expect([query, (await requester.get(`/requests?${query}`)).body.error_code]).toEqual([
          query,
          'validation_failed',
        ]);
    });
  });

  describe('what waits', () => {
    const NOTHING = { total: 0, approve: 0, verify_source: 0, verify_security: 0, fill: 0, reveal: 0 };
    const waiting = async (who: TestClient, query = ''): Promise<string[]> =>
      (await who.get(`/requests/waiting${query}`)).body.map((row: any) => row.id);
    const count = async (who: TestClient): Promise<any> => (await who.get('/requests/waiting/count')).body;

    it('is listed by expiry for everyone who may act on it now', async () => {
      const { admin, project } = world;
      const other = created(await admin.post('/projects', { name: 'elsewhere' })).id;
      const here = await world.person('approves-here', 'approver', {
        scope: { project_id: project.id },
        fresh: true,
      });
      const there = await world.person('approves-there', 'approver', { scope: { project_id: other } });
      const before = await waiting(here);
      const [later, sooner] = [(await submit()).id, (await submit()).id];
      await withClient(stack.databaseUrl, (database) =>
        database.query(
          `UPDATE access_requests SET expires_at = clock_timestamp() + interval '1 min' WHERE id = $1`,
          [sooner],
        ),
      );
      const all = await waiting(here);
      expect(all.filter((id) => !before.includes(id))).toEqual([sooner, later]);
      expect(all[0]).toBe(sooner);
      expect(await count(here)).toEqual({ ...NOTHING, total: all.length, approve: all.length });
      expect(await waiting(here, '?for=verify,fill&for=reveal')).toEqual([]);
      const [first] = (await here.get('/requests/waiting?limit=1&expand=names')).body;
      expect([first.id, first.names.project]).toEqual([sooner, 'payments']);

      expect((await here.post(`/requests/${sooner}/approve`)).status).toBe(200);
      expect(await waiting(here)).toEqual(all.slice(1));
      for (const who of [there, requester, stranger])
        expect([await waiting(who), await count(who)]).toEqual([[], NOTHING]);
      expect((await here.get('/requests/waiting?for=cancel')).body.error_code).toBe('validation_failed');
    });

    it('is found beyond requests that wait for others', async () => {
      const { admin, project } = world;
      const own = created(
        await admin.post('/roles', {
          name: 'asks and approves',
          permissions: ['secret.request', 'secret.approve'],
        }),
      );
      const both = await world.person('both', own.name, { scope: { project_id: project.id } });
      const others = await waiting(both, '?limit=1000');
      const mine = `INSERT INTO access_requests SELECT (r).* FROM (SELECT jsonb_populate_record(x, jsonb_build_object(
          'id', gen_random_uuid(), 'requester_id', $2::uuid, 'expires_at', clock_timestamp() + interval '30 s')) AS r
        FROM access_requests x, generate_series(1, 250) WHERE x.id = $1) y`;
      await withClient(stack.databaseUrl, (database) => database.query(mine, [others[0], both.userId]));
      expect(await waiting(both, '?limit=1000')).toEqual(others);
      expect((await count(both)).total).toBe(others.length);

      // So many that one call does not look at all: it says where the next goes on.
      for (let n = 0; n < 3; n += 1)
        await withClient(stack.databaseUrl, (database) => database.query(mine, [others[0], both.userId]));
      const first = await both.get('/requests/waiting?limit=1000');
      expect(first.body).toEqual([]);
      const next = /<\/api\/v1\/requests\/waiting([^>]+)>; rel="next"/.exec(first.headers.get('link') ?? '');
      expect(await waiting(both, next?.[1])).toEqual(others);
    });
  });

  describe('what has happened', () => {
    it('is visible with names to everyone who can see the request', async () => {
      const { id } = await submit();
      const comment = 'go ahead';
      expect((await world.approver.post(`/requests/${id}/approve`, { comment })).status).toBe(200);
      expect((await world.approver.post(`/requests/${id}/reject`, { reason: 'too late' })).status).toBe(409);
      const { status, body } = await requester.get(`/requests/${id}/timeline`);
      expect(status).toBe(200);
      const by = (name: string, who: TestClient): object => ({ ref: `user:${who.userId}`, name });
      expect(body.map(({ at: _, ...step }: any) => step)).toEqual([
        { what: 'submitted', by: by('requester', requester), detail: {} },
        { what: 'vote', by: by('approver', world.approver), detail: { decision: 'approve' } },
        { what: 'job_queued', by: by('approver', world.approver), detail: {} },
      ]);
      expect((await stranger.get(`/requests/${id}/timeline`)).body.error_code).toBe('request_not_found');

      const one = (await requester.get(`/requests/${id}`)).body;
      expect(one).toMatchObject({
        decision: { workflow_name: 'default', decided_at: one.created_at, candidates: null },
        job: { status: 'queued', attempt: 0, agent_name: null, claimed_at: null },
        approved_at: expect.any(String),
        lifetimes: { request: 86400, created: 86400, approved: 3600, claimed: 900 },
      });
    });

    it('is not hidden behind refused attempts', async () => {
      const { id } = await submit();
      const { correlation_id } = (
        await world.admin.get(`/audit-events?resource=request:${id}&action=request.submit`)
      ).body[0];
      const attempts = `INSERT INTO audit_events (id, actor, action, resource, status, correlation_id)
        SELECT gen_random_uuid(), 'user:x', 'request.approve', $1, 'denied', $2 FROM generate_series(1, 2000)`;
      await withClient(stack.databaseUrl, (database) =>
        database.query(attempts, [`request:${id}`, correlation_id]),
      );
      expect((await world.approver.post(`/requests/${id}/approve`)).status).toBe(200);
      const { body } = await requester.get(`/requests/${id}/timeline`);
      expect(body.map(({ what }: any) => what)).toEqual(['submitted', 'vote', 'job_queued']);
    });

    it('names the rule as it was when it decided', async () => {
      const { admin } = world;
      const workflow = created(await admin.post('/workflows', { name: 'one person', min_approvers: 1 }));
      const rule = {
        name: 'then',
        selector: { secret_ref_prefix: 'then/' },
        workflow_id: workflow.id,
        priority: 7,
      };
      const { id } = created(await admin.post('/policies', rule));
      const request = await submit({ secret_ref: 'then/x' });
      expect((await admin.put(`/policies/${id}`, { name: 'now' })).status).toBe(200);
      const { decision, job, approved_at } = (await requester.get(`/requests/${request.id}`)).body;
      expect(decision).toMatchObject({
        rule_id: id,
        rule_name: 'then',
        rule_version: 1,
        workflow_name: 'one person',
      });
      expect([job, approved_at]).toEqual([null, null]);
    });
  });

  describe('who can approve', () => {
    it('is listed by role and scope, and by name unless the platform hides names', async () => {
      const { admin, team, approver } = world;
      const name = 'only approves';
      const role = created(await admin.post('/roles', { name, permissions: ['secret.approve'] }));
      const inTeam = await world.person('in-the-team', name, { scope: { team_id: team.id } });
      await world.person('elsewhere', name, {
        scope: { project_id: created(await admin.post('/projects', { name: 'far' })).id },
      });
      const gone = await world.person('disabled', name);
      expect((await admin.put(`/users/${gone.userId}/disabled`, { disabled: true })).status).toBe(200);
      const { id } = await submit();
      const of = async (): Promise<any> => (await requester.get(`/requests/${id}/approvers`)).body;

      const { groups, people, ...counts } = await of();
      expect(counts).toEqual({ needed: 1, given: 0, truncated: false });
      const ours = groups.filter((group: any) => group.role_name === role.name);
      expect(ours).toEqual([
        { role_name: name, scope: { kind: 'team', id: team.id, name: 'platform' }, count: 1 },
      ]);
      const can = { can: true, reason: null };
      const person = (who: TestClient, called: string) => ({
        ...{ user_id: who.userId, display_name: called, email: `${called}@example.test` },
      });
      expect(people).toContainEqual({ ...person(inTeam, 'in-the-team'), ...can });
      expect(people).toContainEqual({ ...person(approver, 'approver'), ...can });
      const ids = people.map((one: any) => one.user_id);
      for (const other of [gone, requester, stranger]) expect(ids).not.toContain(other.userId);

      expect((await approver.post(`/requests/${id}/approve`)).status).toBe(200);
      const after = await of();
      expect(after).toMatchObject({ needed: 1, given: 1 });
      expect(after.people.every((one: any) => one.reason === 'request_status_invalid_transition')).toBe(true);

      const settings = { policy_priority_cap: 9000, approver_directory: 'groups' };
      expect((await admin.put('/platform-settings', settings)).body).toMatchObject(settings);
      expect(await of()).toEqual({ ...after, people: [] });
      expect((await admin.put('/platform-settings', { policy_priority_cap: 9000 })).body).toMatchObject(
        settings,
      );
      await admin.put('/platform-settings', { ...settings, approver_directory: 'people' });
      expect((await stranger.get(`/requests/${id}/approvers`)).body.error_code).toBe('request_not_found');
    });

    it('names at most fifty, those who can approve first, and says that there are more', async () => {
      const { admin, team } = world;
      const project = created(await admin.post('/projects', { name: 'crowded', team_id: team.id }));
      const permissions = ['secret.request', 'secret.approve'];
      const role = created(await admin.post('/roles', { name: 'one of many', permissions }));
      const place = { project_id: project.id, name: 'dev', type: 'dev', risk_level: 1 };
      const environment_id = created(await admin.post('/environments', place)).id;
      const bindings = `/provider-connections/${world.connection.id}/bindings`;
      created(await admin.post(bindings, { project_id: project.id }));
      const own = await world.person('asks-many', role.name, { scope: { project_id: project.id } });
      const { id } = await submit({ project_id: project.id, environment_id }, own);
      const of = async (): Promise<any> => (await own.get(`/requests/${id}/approvers`)).body;
      const { people, truncated } = await of();
      expect(truncated).toBe(false);

      const missing = 50 - people.length;
      const add = (count: number) =>
        withClient(stack.databaseUrl, (database) =>
          database.query(MANY_APPROVERS.replaceAll('votes-', `votes-${count}-`), [
            role.id,
            project.id,
            count,
          ]),
        );
      await add(missing);
      const full = await of();
      expect([full.people.length, full.truncated]).toEqual([50, false]);
      expect(full.people.at(-1)).toMatchObject({ user_id: own.userId, can: false });
      await add(1);
      const more = await of();
      expect([more.people.length, more.truncated]).toEqual([50, true]);
      expect(more.people.every((one: any) => one.can)).toBe(true);
      const counts = more.groups.filter((group: any) => group.role_name === role.name);
      expect(counts).toMatchObject([{ count: missing + 2 }]);
    });

    it('gives the reason why a permitted approver can’t approve', async () => {
      const { admin, project } = world;
      const permissions = ['secret.request', 'secret.approve'];
      created(await admin.post('/roles', { name: 'votes for themselves', permissions }));
      const own = await world.person('own', 'votes for themselves', { scope: { project_id: project.id } });
      const { id } = await submit({}, own);
      const { people } = (await own.get(`/requests/${id}/approvers`)).body;
      const self = people.find((one: any) => one.user_id === own.userId);
      expect(self).toMatchObject({ can: false, reason: 'separation_of_duties_violated' });
      expect(people.at(-1)).toEqual(self);
    });
  });

  describe('a preview', () => {
    const preview = (body: object = {}, who = requester): Promise<Answer> =>
      who.post('/requests/preview', {
        project_id: world.project.id,
        environment_id: world.dev.id,
        provider_connection_id: world.connection.id,
        secret_ref: 'apps/payments',
        ...body,
      });
    const rows = async (): Promise<unknown> =>
      withClient(stack.databaseUrl, async (database) => {
        const count =
          'SELECT (SELECT count(*) FROM access_requests) AS requests, (SELECT count(*) FROM audit_events) AS events';
        return (await database.query(count)).rows;
      });

    it('predicts the outcome of a submit, and leaves no trace', async () => {
      const before = await rows();
      const { status, body } = await preview();
      expect([status, body]).toEqual([
        200,
        {
          refusals: [],
          rule_name: 'match-all',
          workflow: expect.objectContaining({
            name: 'default',
            min_approvers: 1,
            require_justification: false,
          }),
          requires_mfa: false,
          direct_reveal: { allowed: false, condition: 'permission' },
          reveal_ttl_seconds: expect.any(Number),
          lifetimes: { request: 86400, created: 86400, approved: 3600, claimed: 900 },
          approver_groups: expect.arrayContaining([
            {
              role_name: 'approver',
              scope: { kind: 'platform', id: null, name: null },
              count: expect.any(Number),
            },
          ]),
        },
      ]);
      const unknown = { provider_connection_id: randomUUID() };
      expect((await preview(unknown)).body).toMatchObject({
        refusals: ['connection_not_found'],
        workflow: null,
      });
      const prod = { environment_id: world.prod.id };
      expect((await preview(prod, world.admin)).body.direct_reveal).toEqual({
        allowed: false,
        condition: 'environment_kind',
      });
      expect((await preview({}, world.admin)).body.direct_reveal).toEqual({
        allowed: false,
        condition: 'policy',
      });
      expect((await preview({ operation: 'patch' }, world.admin)).body.direct_reveal.condition).toBeNull();
      expect(await rows()).toEqual(before);
    });

    it('agrees with the submit', async () => {
      const { admin } = world;
      const workflow = created(
        await admin.post('/workflows', {
          name: 'with reasons',
          min_approvers: 1,
          require_justification: true,
        }),
      );
      const rule = {
        name: 'reasons',
        selector: { secret_ref_prefix: 'why/' },
        workflow_id: workflow.id,
        priority: 9,
      };
      created(await admin.post('/policies', { ...rule, requires_mfa: true }));
      const secret_ref = 'why/x';
      expect((await preview({ secret_ref })).body).toMatchObject({
        refusals: ['justification_required'],
        requires_mfa: true,
      });
      expect((await preview({ secret_ref, justification: 'because' })).body.refusals).toEqual([]);
      const elsewhere = created(await admin.post('/projects', { name: 'no place of theirs' })).id;
      expect((await preview({ project_id: elsewhere })).body.error_code).toBe('out_of_scope_project');
      expect((await preview({ project_id: randomUUID() })).body.error_code).toBe('project_not_found');
      expect((await preview({}, stranger)).body.error_code).toBe('out_of_scope_project');
    });
  });

  describe('a comment', () => {
    it('is in the timeline for everyone who can see the request; the audit log has only its length', async () => {
      const { id } = await submit();
      const text = 'which of the two is it for?';
      const first = created(await world.approver.post(`/requests/${id}/comments`, { text }));
      expect(first).toMatchObject({ request_id: id, author_id: world.approver.userId, text });
      expect((await world.approver.post(`/requests/${id}/reject`, { reason: 'no answer' })).status).toBe(200);
      created(await requester.post(`/requests/${id}/comments`, { text: 'the first' }));
      const { body } = await requester.get(`/requests/${id}/timeline`);
      expect(body.map(({ what, detail }: any) => [what, detail.text])).toEqual([
        ['submitted', undefined],
        ['commented', text],
        ['vote', undefined],
        ['commented', 'the first'],
      ]);
      const events = (await world.admin.get(`/audit-events?resource=request:${id}&action=request.comment`))
        .body;
      expect(events.map((event: any) => event.metadata.length)).toEqual([9, text.length]);
      expect(JSON.stringify(events)).not.toContain(text);
      expect((await stranger.post(`/requests/${id}/comments`, { text })).body.error_code).toBe(
        'request_not_found',
      );
      for (const refused of ['', '  ', 'x'.repeat(2001)])
        expect((await requester.post(`/requests/${id}/comments`, { text: refused })).status).toBe(400);
    });

    it('is one of at most 200, also with concurrent comments', async () => {
      const { id } = await submit();
      const many = `INSERT INTO request_comments (id, request_id, author_id, text)
        SELECT gen_random_uuid(), $1, $2, 'x' FROM generate_series(1, 198)`;
      await withClient(stack.databaseUrl, (database) => database.query(many, [id, requester.userId]));
      const post = () => requester.post(`/requests/${id}/comments`, { text: 'one of many' });
      const answers = await Promise.all(Array.from({ length: 8 }, post));
      const codes = answers.map(({ status, body }) => (status === 201 ? 'created' : body.error_code));
      expect(codes.sort()).toEqual(['created', 'created', ...Array(6).fill('too_many_comments')]);
    });
  });
});
