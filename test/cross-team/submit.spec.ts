import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer, TestClient } from '../support/client.js';
import { created } from '../support/world.js';
import { codeOf, type CrossTeamWorld, openCrossTeamWorld, VALUES } from './cross-team-world.js';

const UNKNOWN = '018f0000-0000-7000-8000-000000000000';

describe('submitting a cross-team request', () => {
  let world: CrossTeamWorld;
  let developer: TestClient;
  const body = (change: object = {}) => ({
    target_team_id: world.target.team,
    target_project_id: world.target.project,
    target_environment_id: world.target.environment,
    destination_provider_connection_id: world.connection.id,
    destination_secret_ref: 'source_vote/apps/shop',
    destination_keys: ['user'],
    ...change,
  });
  const submit = (change: object = {}, who = developer, headers = {}): Promise<Answer> =>
    who.post('/requests/cross-team', body(change), { headers });
  const code = async (change: object = {}, who = developer) => codeOf(await submit(change, who));
  const project = async (name: string, team_id?: string): Promise<string> =>
    created(await world.admin.post('/projects', { name, team_id })).id;
  const environment = async (project_id: string, name: string): Promise<string> =>
    created(await world.admin.post('/environments', { project_id, name, type: name, risk_level: 1 })).id;
  const connection = async (name: string): Promise<string> => {
    const scope = { address: 'http://127.0.0.1:1', kvMount: 'secret' };
    return created(
      await world.admin.post('/provider-connections', { name, type: 'vault', cluster_name: 'main', scope }),
    ).id;
  };
  const bind = async (id: string, binding: object): Promise<void> =>
    created(await world.admin.post(`/provider-connections/${id}/bindings`, binding));

  beforeAll(async () => {
    world = await openCrossTeamWorld();
    developer = await world.person('dev-of-payments', 'developer', {
      scope: { project_id: world.project.id },
    });
  }, 180_000);
  afterAll(() => world?.close());

  it('creates a request, once for an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'cross-1' };
    const [first, again] = [await submit({}, developer, headers), await submit({}, developer, headers)];
    expect(created(first)).toMatchObject({ status: 'pending_values', justification: null });
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect(codeOf(await submit({ destination_keys: ['x'] }, developer, headers))).toBe(
      '422 idempotency_key_reused',
    );
  });

  it('validates the body after the permission, and before anything else', async () => {
    for (const change of [
      { target_team_id: 'x' },
      { target_project_id: null },
      { target_environment_id: undefined },
      { destination_provider_connection_id: [] },
      { destination_secret_ref: '../x' },
      { destination_keys: ['a', 'a'] },
      { destination_keys: ['a b'] },
      { destination_keys: ['a', '__proto__'] },
      { destination_keys: 'user' },
      { destination_keys: null },
      { destination_keys: Array.from({ length: 21 }, (_, n) => `k${n}`) },
      { source_project_id: 'x' },
      { justification: 1 },
      { key_values: { user: 'AA==' } },
    ]) {
      expect([change, await code(change)]).toEqual([change, '400 validation_failed']);
    }
    const approver = await world.person('approver-alone', 'approver');
    expect(await code({ target_team_id: 'x' }, approver)).toBe('403 permission_denied');
  });

  it('checks permission, keys, target, destination, connection and workflow in this order', async () => {
    const archivedTeam = created(await world.admin.post('/teams', { name: 'gone' })).id;
    const elsewhere = await project('elsewhere');
    const disabled = await connection('disabled');
    await bind(disabled, { project_id: world.project.id });
    await world.admin.put(`/provider-connections/${disabled}`, { status: 'disabled' });
    const strict = created(await world.admin.post('/workflows', { name: 'strict', min_approvers: 2 })).id;
    const rule = { name: 'strict', selector: { type: 'cross_team', secret_ref_prefix: 'strict/' } };
    created(await world.admin.post('/policies', { ...rule, workflow_id: strict, priority: 100 }));
    await world.admin.put(`/teams/${archivedTeam}/status`, { status: 'archived' });

    // Each error together with all later ones: the earliest is answered.
    const faults: [string, object][] = [
      ['403 out_of_scope_project', { source_project_id: elsewhere }],
      ['412 cross_team_keys_empty', { destination_keys: [] }],
      ['412 cross_team_invalid_target', { target_team_id: archivedTeam }],
      ['412 cross_team_destination_unbound', { destination_provider_connection_id: UNKNOWN }],
      ['409 connection_disabled', { destination_provider_connection_id: disabled }],
      ['412 cross_team_min_approvers_unsupported', { destination_secret_ref: 'strict/x' }],
    ];
    for (const [index, [expected]] of faults.entries()) {
      const change = Object.assign(
        {},
        ...faults
          .slice(index)
          .reverse()
          .map(([, fault]) => fault),
      );
      expect(await code(change)).toBe(expected);
    }
    expect(await code({ destination_keys: undefined })).toBe('412 cross_team_keys_empty');
    expect(await code({ source_project_id: UNKNOWN })).toBe('404 project_not_found');
  });

  it('refuses a target whose team, project and environment do not belong together or are archived', async () => {
    const { admin, target, team } = world;
    const parent = created(await admin.post('/teams', { name: 'parent' })).id;
    const child = created(await admin.post('/teams', { name: 'child', parent_id: parent })).id;
    const own = await project('own-of-child', child);
    const dev = await environment(own, 'dev');
    const chain = { target_team_id: child, target_project_id: own, target_environment_id: dev };
    expect(await code(chain)).toBe('201');
    for (const change of [
      { ...chain, target_team_id: parent },
      { ...chain, target_team_id: team.id },
      { ...chain, target_team_id: UNKNOWN },
      { ...chain, target_project_id: world.project.id },
      { ...chain, target_project_id: UNKNOWN },
      { ...chain, target_environment_id: target.environment },
      { ...chain, target_environment_id: UNKNOWN },
    ]) {
      expect([change, await code(change)]).toEqual([change, '412 cross_team_invalid_target']);
    }
    await admin.put(`/projects/${own}/status`, { status: 'archived' });
    expect(await code(chain)).toBe('412 cross_team_invalid_target');
    await admin.put(`/projects/${own}/status`, { status: 'active' });
    await admin.put(`/teams/${child}/status`, { status: 'archived' });
    expect(await code(chain)).toBe('412 cross_team_invalid_target');
  });

  it('chooses the source project where exactly one matches (D36)', async () => {
    const { admin } = world;
    const [one, other] = [await project('source-one'), await project('source-other')];
    const store = await connection('shared');
    const both = await world.person('dev-of-all', 'developer');
    const destination = { destination_provider_connection_id: store };
    expect(await code(destination, both)).toBe('412 cross_team_destination_unbound');
    await bind(store, { project_id: one });
    expect(created(await submit(destination, both)).source_project_id).toBe(one);
    expect(await code(destination)).toBe('412 cross_team_destination_unbound');
    // A binding to one environment is a binding to its project too (D70).
    await bind(store, { project_id: other, environment_id: await environment(other, 'dev') });
    const ambiguous = await submit(destination, both);
    expect([codeOf(ambiguous), ambiguous.body.project_ids]).toEqual([
      '400 source_project_ambiguous',
      [one, other].sort(),
    ]);
    const named = await submit({ ...destination, source_project_id: other }, both);
    expect(created(named).source_project_id).toBe(other);
    expect(await code({ ...destination, source_project_id: world.project.id })).toBe(
      '412 cross_team_destination_unbound',
    );
    await admin.put(`/projects/${other}/status`, { status: 'archived' });
    expect(await code({ ...destination, source_project_id: other }, both)).toBe('409 project_archived');
  });

  it('is not replayed to a caller who no longer covers the source, even if it was not named (D97)', async () => {
    const { admin } = world;
    const [one, other] = [await project('once-covered'), await project('still-covered')];
    const store = await connection('of-once-covered');
    await bind(store, { project_id: one });
    const mover = await world.person('dev-who-moves', 'developer', { scope: { project_id: one } });
    const destination = { destination_provider_connection_id: store };
    const headers = { 'idempotency-key': 'moves' };
    const first = created(await submit(destination, mover, headers));
    expect(created(await submit(destination, mover, headers))).toEqual(first);

    const [grant] = (await admin.get(`/users/${mover.userId}/roles`)).body;
    const scope = { project_id: other };
    created(await admin.post('/user-roles', { user_id: mover.userId, role_id: grant.role_id, scope }));
    expect((await admin.delete(`/user-roles/${grant.id}`)).status).toBe(204);
    expect(codeOf(await submit(destination, mover, headers))).toBe('412 cross_team_destination_unbound');
  });

  it('treats a request into prod as prod, whatever its source (D40)', async () => {
    const { admin, target } = world;
    const workflow = created(await admin.post('/workflows', { name: 'by-kind', min_approvers: 1 })).id;
    const kinds = ['prod', 'non_prod'].map(async (environment_kind) => {
      const selector = {
        type: 'cross_team',
        environment_kind,
        secret_ref_prefix: 'kind/',
        operation: 'patch',
      };
      const rule = { name: `kind-${environment_kind}`, selector, workflow_id: workflow, priority: 200 };
      return [created(await admin.post('/policies', rule)).id, environment_kind] as const;
    });
    const kindOf = new Map(await Promise.all(kinds));
    const ruled = async (change: object): Promise<string | undefined> => {
      const answer = await submit({ destination_secret_ref: 'kind/app', ...change });
      const sql = 'SELECT policy_rule_id FROM access_requests WHERE id = $1';
      return kindOf.get((await world.sql(sql, [created(answer).id]))[0].policy_rule_id);
    };
    expect(await ruled({})).toBe('non_prod');
    expect(await ruled({ target_environment_id: target.prod })).toBe('prod');

    const narrow = await connection('narrow');
    await bind(narrow, { project_id: world.project.id, environment_id: world.prod.id });
    const toNarrow = { destination_provider_connection_id: narrow };
    expect(await ruled(toNarrow)).toBe('prod');
    await bind(narrow, { project_id: world.project.id, environment_id: world.dev.id });
    expect(await ruled(toNarrow)).toBe('non_prod');

    await world.sql(
      `WITH known AS (INSERT INTO secrets (id, provider_connection_id, provider, ref)
        VALUES (gen_random_uuid(), $1, 'vault', 'kind/known') RETURNING id)
      INSERT INTO environment_secrets (environment_id, secret_id) SELECT $2, id FROM known`,
      [world.connection.id, target.prod],
    );
    expect(await ruled({ destination_secret_ref: 'kind/known' })).toBe('prod');
    expect(await ruled({ destination_secret_ref: 'kind/unknown' })).toBe('non_prod');
  });

  it("applies the source project's rules, and stores a snapshot of the workflow", async () => {
    const { admin } = world;
    const fields = { name: 'frozen', min_approvers: 1, fill_ttl_seconds: 600, require_justification: true };
    const workflow = created(await admin.post('/workflows', fields));
    const selector = { type: 'cross_team', project_id: world.project.id, secret_ref_prefix: 'frozen/' };
    created(
      await admin.post('/policies', { name: 'frozen', selector, workflow_id: workflow.id, priority: 300 }),
    );
    const frozen = { destination_secret_ref: 'frozen/x', justification: 'why not' };
    expect(await code({ ...frozen, justification: '  ' })).toBe('400 justification_required');
    const request = created(await submit(frozen));
    await admin.put(`/workflows/${workflow.id}`, { min_approvers: 0, fill_ttl_seconds: 60 });
    const row = await world.read(request.id, developer);
    expect(row).toMatchObject({ snap_min_approvers: 1, workflow_id: workflow.id });
    const window = Date.parse(row.fill_expires_at) - Date.parse(row.created_at);
    expect(Math.abs(window - 600_000)).toBeLessThan(5_000);
    await admin.put(`/workflows/${workflow.id}`, { enabled: false });
    expect(await code(frozen)).toBe('409 workflow_disabled');
  });

  it('requires a fresh step-up where the rule does (D41, D62)', async () => {
    const { admin, people } = world;
    const [{ id: workflow }] = (await admin.get('/workflows')).body.filter(
      (one: any) => one.name === 'source_vote',
    );
    const selector = { type: 'cross_team', secret_ref_prefix: 'mfa/' };
    const rule = { name: 'mfa', selector, workflow_id: workflow, priority: 300, requires_mfa: true };
    created(await admin.post('/policies', rule));
    const place = { destination_secret_ref: 'mfa/x', destination_keys: Object.keys(VALUES) };
    expect(await code(place)).toBe('412 mfa_enrollment_required');
    const factor = await people.requester.enrollAndStepUp();
    expect(factor).toEqual(expect.any(String));
    const request = created(
      await submit({ ...place, source_project_id: world.project.id }, people.requester),
    );
    expect(request.requires_mfa).toBe(true);
    expect(codeOf(await world.act(request.id, 'fill', people.filler))).toBe('412 mfa_enrollment_required');
    await people.filler.enrollAndStepUp();
    expect(codeOf(await world.act(request.id, 'fill', people.filler))).toBe('200');
    expect(codeOf(await world.act(request.id, 'approve_source', people.other))).toBe(
      '412 mfa_enrollment_required',
    );
    // A missing permission is answered first.
    expect(codeOf(await world.act(request.id, 'approve_source', people.filler))).toBe(
      '403 separation_of_duties_violated',
    );
    expect((await world.read(request.id)).approvals_count).toBe(0);
    // Saying no hands nothing out: of those who provide, only a fill is behind the rule's step-up.
    const unwanted = created(
      await submit({ ...place, source_project_id: world.project.id }, people.requester),
    );
    expect(codeOf(await world.act(unwanted.id, 'fill', people.security_voter))).toBe(
      '412 mfa_enrollment_required',
    );
    expect(codeOf(await world.act(unwanted.id, 'refuse', people.security_voter))).toBe('200');
  });

  it('is not accepted by the routes of other requests, nor vice versa', async () => {
    const { people } = world;
    const { id } = await world.submit('source_vote');
    await people.other.enrollAndStepUp();
    const reject = { reason: 'no' };
    expect(codeOf(await people.other.post(`/requests/${id}/approve`))).toBe(
      '409 cross_team_status_invalid_transition',
    );
    expect(codeOf(await people.other.post(`/requests/${id}/reject`, reject))).toBe(
      '409 cross_team_status_invalid_transition',
    );
    const place = {
      project_id: world.project.id,
      environment_id: world.dev.id,
      provider_connection_id: world.connection.id,
    };
    const read = created(await developer.post('/requests/read', { ...place, secret_ref: 'a', keys: ['k'] }));
    for (const action of ['fill', 'refuse', 'approve_source', 'reject_security'] as const) {
      const answer = await world.act(read.id, action, people.other);
      expect([action, codeOf(answer)]).toEqual([action, '409 request_status_invalid_transition']);
      expect(codeOf(await world.act(UNKNOWN, action, people.other))).toBe('404 request_not_found');
    }
    // Whoever takes it for ours leaves no trace on it: that its time has passed is for its own to write down.
    await world.closeWindow(read.id);
    expect(codeOf(await world.act(read.id, 'fill', people.other))).toBe(
      '409 request_status_invalid_transition',
    );
    const [row] = await world.sql('SELECT status FROM access_requests WHERE id = $1', [read.id]);
    expect(row.status).toBe('pending');
  });
});
