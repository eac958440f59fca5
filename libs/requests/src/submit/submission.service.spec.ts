import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller } from '#libs/permissions';
import { DomainError } from '#libs/core';
import { KeyService } from '#libs/kms';
import { SecretBytes } from '#libs/secret-bytes';
import { canary } from '../../../../test/support/canary.js';
import { RequestReadModel } from '../requests.read-model.js';
import { SubmissionService } from './submission.service.js';
import { grant, openWorld, type World } from '../testing/request-world.js';

describe('submitting a request', () => {
  let world: World;
  let submissions: SubmissionService;
  beforeAll(async () => {
    world = await openWorld();
    submissions = world.app.get(SubmissionService);
  });
  afterAll(() => world.close());
  afterEach(async () => {
    await world.database.query(
      `UPDATE policy_rules SET enabled = true, requires_mfa = false, direct_reveal_allowed = false`,
    );
    await world.database.query(
      `UPDATE workflows SET enabled = true, require_justification = false, min_approvers = 1`,
    );
    await world.database.query(`UPDATE projects SET status = 'active'`);
    await world.database.query(`UPDATE provider_connections SET status = 'active'`);
    await world.database.query('DELETE FROM environment_secrets');
  });

  const place = (change: object = {}) => ({
    projectId: world.projectId,
    environmentId: world.devId,
    connectionId: world.connectionId,
    secretRef: 'apps/web',
    keys: ['user'],
    justification: null,
    ...change,
  });
  const read = (change: object = {}, caller: Caller = world.requester) =>
    codeOf(submissions.read(caller, place(change)));
  const view = async (id: string) =>
    (await world.app.get(RequestReadModel).getVisible(world.requester, id)).request;
  const requests = async () => (await world.database.query('SELECT 1 FROM access_requests')).length;

  async function bindSecret(environmentId: string): Promise<void> {
    const sql = `WITH s AS (INSERT INTO secrets (id, provider_connection_id, provider, ref)
        VALUES (gen_random_uuid(), $1, 'vault', 'apps/web')
        ON CONFLICT (provider_connection_id, ref) DO UPDATE SET ref = excluded.ref RETURNING id)
      INSERT INTO environment_secrets (environment_id, secret_id) SELECT $2, id FROM s`;
    await world.database.query(sql, [world.connectionId, environmentId]);
  }

  it('stores a snapshot of the workflow and waits for votes', async () => {
    const { id } = await submissions.read(
      world.requester,
      place({ keys: ['b', 'a'], justification: 'because' }),
    );
    expect(await view(id)).toMatchObject({
      type: 'read',
      operation: 'read',
      status: 'pending',
      direct: false,
      keys: ['b', 'a'],
      justification: 'because',
      min_approvers: 1,
      approvals_count: 0,
      requester_id: world.requester.userId,
      requester_email: world.requester.email,
    });
    await world.workflow('min_approvers', 5);
    expect((await view(id)).min_approvers).toBe(1);
    expect(await world.events('request.submit', `request:${id}`)).toEqual({ success: 1 });
  });

  it('approves at once when no vote is required, with its job', async () => {
    await world.workflow('min_approvers', 0);
    const { id } = await submissions.read(world.requester, place());
    expect((await view(id)).status).toBe('approved');
    const jobs = await world.database.query(
      'SELECT kind, keys, value_ttl_seconds, cluster_name FROM jobs WHERE request_id = $1',
      [id],
    );
    expect(jobs).toEqual([{ kind: 'read', keys: ['user'], value_ttl_seconds: 900, cluster_name: 'east' }]);
  });

  it('seals the values of a patch for an agent only, with one event each', async () => {
    const values = new Map([
      ['a', SecretBytes.fromUtf8(canary('one'))],
      ['b', SecretBytes.from(new Uint8Array(0))],
    ]);
    const { id } = await submissions.patch(world.requester, { ...place(), values });
    const wraps = await world.database.query(
      'SELECT key_name, audience FROM wraps WHERE request_id = $1 ORDER BY key_name',
      [id],
    );
    expect(wraps).toEqual([
      { key_name: 'a', audience: 'agent' },
      { key_name: 'b', audience: 'agent' },
    ]);
    const events = await world.database.query(
      `SELECT metadata ->> 'key_name' AS key_name, metadata ->> 'key_id' AS key_id FROM audit_events
        WHERE action = 'wrap.create' AND metadata ->> 'request_id' = $1 ORDER BY 1`,
      [id],
    );
    const { keyId } = world.app.get(KeyService);
    expect(events).toEqual(['a', 'b'].map((key_name) => ({ key_name, key_id: keyId })));
    expect(await world.app.get(RequestReadModel).wrapsOf(world.requester, id, undefined)).toEqual([]);
  });

  it('writes nothing while the key service is unavailable', async () => {
    const before = await requests();
    world.keys.unavailable = true;
    const values = new Map([['a', SecretBytes.fromUtf8(canary('one'))]]);
    expect(await codeOf(submissions.patch(world.requester, { ...place(), values }))).toBe(
      'dependency_unavailable',
    );
    world.keys.unavailable = false;
    expect(await requests()).toBe(before);
  });

  it("rejects and audits a request outside of the caller's coverage", async () => {
    const nobody = await world.person();
    const elsewhere = await world.person(grant('secret.request', { project_id: randomUUID() }));
    expect(await read({}, nobody)).toBe('out_of_scope_project');
    expect(await read({}, elsewhere)).toBe('out_of_scope_project');
    expect((await world.events('request.submit')).denied).toBe(2);
    expect(await read({}, await world.person(grant('secret.request', { project_id: world.projectId })))).toBe(
      'ok',
    );
  });

  it('rejects a project, environment and secret that do not belong together', async () => {
    const [otherProject] = await world.database.query<{ id: string }>(
      `INSERT INTO projects (id, name, created_by) VALUES (gen_random_uuid(), 'other', $1) RETURNING id`,
      [world.requester.userId],
    );
    const everywhere = await world.person(grant('secret.request'));
    expect(await read({ projectId: randomUUID() })).toBe('project_not_found');
    expect(await read({ environmentId: randomUUID() })).toBe('environment_not_in_project');
    expect(await read({ projectId: otherProject!.id }, everywhere)).toBe('environment_not_in_project');
    expect(await read({ connectionId: randomUUID() })).toBe('connection_not_found');
    const [unbound] = await world.database.query<{ id: string }>(
      `INSERT INTO provider_connections (id, name, type, scope) VALUES (gen_random_uuid(), 'unbound', 'vault', '{}') RETURNING id`,
    );
    expect(await read({ connectionId: unbound!.id })).toBe('connection_not_bound');
    await world.database.query(
      `INSERT INTO provider_connection_bindings (id, connection_id, project_id, environment_id)
        VALUES (gen_random_uuid(), $1, $2, $3)`,
      [unbound!.id, world.projectId, world.prodId],
    );
    expect(await read({ connectionId: unbound!.id })).toBe('connection_not_bound');
    expect(await read({ connectionId: unbound!.id, environmentId: world.prodId })).toBe('ok');
  });

  it('rejects an archived project, a disabled connection, and a missing rule or workflow', async () => {
    await world.database.query(`UPDATE projects SET status = 'archived'`);
    expect(await read()).toBe('project_archived');
    await world.database.query(`UPDATE projects SET status = 'active'`);
    await world.database.query(`UPDATE provider_connections SET status = 'disabled'`);
    expect(await read()).toBe('connection_disabled');
    await world.database.query(`UPDATE provider_connections SET status = 'active'`);
    await world.workflow('enabled', false);
    expect(await read()).toBe('workflow_disabled');
    await world.database.query('UPDATE policy_rules SET enabled = false');
    expect(await read()).toBe('no_matching_policy');
  });

  it('requires a justification and a step-up when workflow or rule do', async () => {
    await world.workflow('require_justification', true);
    expect(await read()).toBe('justification_required');
    expect(await read({ justification: '  ' })).toBe('justification_required');
    await world.database.query('UPDATE policy_rules SET requires_mfa = true');
    const stale = { ...world.requester, mfaFresh: false };
    expect(await read({ justification: 'because' }, stale)).toBe('mfa_enrollment_required');
    const { id } = await submissions.read(world.requester, place({ justification: 'because' }));
    expect((await view(id)).requires_mfa).toBe(true);
  });

  it('treats a ref bound to prod as prod in every environment', async () => {
    await bindSecret(world.prodId);
    expect(await read()).toBe('secret_bound_to_prod');
    expect(await read({ environmentId: world.prodId })).toBe('ok');
    expect(await read({ secretRef: 'apps/other' })).toBe('ok');
    await bindSecret(world.devId);
    expect(await read()).toBe('secret_bound_to_prod');
  });

  it('accepts only bound refs when configured so', async () => {
    const strict = await openWorld({ requireBoundSecrets: true });
    try {
      await expect(strict.submitRead()).rejects.toMatchObject({ code: 'secret_not_bound' });
    } finally {
      await strict.close();
    }
  });

  it('audits the violated invariant of a rule that allows direct reveal of prod', async () => {
    await world.database.query('UPDATE policy_rules SET direct_reveal_allowed = true');
    const before = (await world.events('policy.invariant.violated')).denied ?? 0;
    expect(await read()).toBe('ok');
    expect(await read({ environmentId: world.prodId })).toBe('ok');
    expect((await world.events('policy.invariant.violated')).denied).toBe(before + 1);
  });

  describe('with direct reveal', () => {
    const reveal = async (change: object = {}, caller?: Caller): Promise<string> => {
      const person = caller ?? (await world.person(grant('secret.reveal.direct', { team_id: world.teamId })));
      return submissions.directReveal(person, place(change)).then(
        () => 'ok',
        (error: unknown) => {
          if (!(error instanceof DomainError)) throw error;
          return [error.code, error.extra.condition].filter(Boolean).join(' ');
        },
      );
    };

    it('creates an approved read with its job when all three conditions hold', async () => {
      await world.database.query('UPDATE policy_rules SET direct_reveal_allowed = true');
      const caller = { ...world.requester, grants: [grant('secret.reveal.direct')] };
      const { id } = await submissions.directReveal(caller, place());
      expect(await view(id)).toMatchObject({
        type: 'read',
        operation: 'reveal',
        status: 'approved',
        direct: true,
      });
      expect(await world.database.query('SELECT kind, status FROM jobs WHERE request_id = $1', [id])).toEqual(
        [{ kind: 'read', status: 'queued' }],
      );
    });

    it('checks permission, environment and policy in this order, and audits each refusal', async () => {
      const before = (await world.events('request.submit')).denied ?? 0;
      const elsewhere = await world.person(grant('secret.reveal.direct', { project_id: randomUUID() }));
      expect(await reveal({ environmentId: world.prodId }, await world.person(grant('secret.request')))).toBe(
        'direct_reveal_not_allowed permission',
      );
      expect(await reveal({ environmentId: world.prodId }, elsewhere)).toBe(
        'direct_reveal_not_allowed permission',
      );
      expect(await reveal({ environmentId: world.prodId })).toBe(
        'direct_reveal_not_allowed environment_kind',
      );
      expect(await reveal()).toBe('direct_reveal_not_allowed policy');
      await world.database.query('UPDATE policy_rules SET enabled = false');
      expect(await reveal()).toBe('direct_reveal_not_allowed policy');
      expect((await world.events('request.submit')).denied).toBe(before + 5);
    });

    it('never reveals prod, by environment or by a bound secret', async () => {
      await world.database.query('UPDATE policy_rules SET direct_reveal_allowed = true');
      expect(await reveal({ environmentId: world.prodId })).toBe(
        'direct_reveal_not_allowed environment_kind',
      );
      await bindSecret(world.prodId);
      expect(await reveal()).toBe('direct_reveal_not_allowed environment_kind');
    });

    it('returns not found for an unknown secret', async () => {
      expect(await reveal({ environmentId: randomUUID() })).toBe('environment_not_found');
      expect(await reveal({ environmentId: randomUUID(), projectId: randomUUID() })).toBe(
        'project_not_found',
      );
      expect(await reveal({ connectionId: randomUUID() })).toBe('connection_not_found');
    });
  });
});

function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'ok',
    (error: unknown) => (error instanceof DomainError ? error.code : String(error)),
  );
}
