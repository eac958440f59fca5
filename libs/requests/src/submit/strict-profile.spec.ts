import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DomainError } from '#libs/core';
import { SecretBytes } from '#libs/secret-bytes';
import { canary } from '../../../../test/support/canary.js';
import { SubmissionService } from './submission.service.js';
import { grant, openWorld, type World } from '../testing/request-world.js';

describe('under the strict profile', () => {
  let world: World;
  let submissions: SubmissionService;
  beforeAll(async () => {
    world = await openWorld({ profile: 'strict' });
    submissions = world.app.get(SubmissionService);
  });
  afterAll(() => world.close());
  afterEach(async () => {
    await world.database.query('UPDATE policy_rules SET direct_reveal_allowed = false');
    await world.workflow('min_approvers', 1);
    await world.workflow('allow_self_approval', false);
    await world.database.query('DELETE FROM environment_secrets');
  });

  const place = (change: object = {}) => ({
    ...{ projectId: world.projectId, environmentId: world.devId, connectionId: world.connectionId },
    ...{ secretRef: 'apps/web', keys: ['user'], justification: null, ...change },
  });
  const outcome = (work: Promise<unknown>): Promise<string> =>
    work.then(
      () => 'ok',
      (error: unknown) => {
        if (!(error instanceof DomainError)) throw error;
        return [error.code, error.extra.condition].filter(Boolean).join(' ');
      },
    );
  const read = (change: object = {}) => outcome(submissions.read(world.requester, place(change)));
  const patch = (change: object = {}) => {
    const values = new Map([['user', SecretBytes.fromUtf8(canary('patched'))]]);
    return outcome(submissions.patch(world.requester, { ...place(change), values }));
  };

  describe('a read or patch in prod', () => {
    it('without approvers is refused, and nothing is written', async () => {
      await world.workflow('min_approvers', 0);
      const rows = () => world.database.query('SELECT 1 FROM access_requests');
      const before = (await rows()).length;
      expect(await read({ environmentId: world.prodId })).toBe('prod_needs_approval');
      expect(await patch({ environmentId: world.prodId })).toBe('prod_needs_approval');
      expect((await rows()).length).toBe(before);
      expect([await read(), await patch()]).toEqual(['ok', 'ok']);
    });

    it("is accepted when one approval is required, even the requester's own", async () => {
      await world.workflow('allow_self_approval', true);
      expect(await read({ environmentId: world.prodId })).toBe('ok');
      expect(await patch({ environmentId: world.prodId })).toBe('ok');
    });

    it('still audits a violated invariant', async () => {
      await world.workflow('min_approvers', 0);
      await world.database.query('UPDATE policy_rules SET direct_reveal_allowed = true');
      const before = (await world.events('policy.invariant.violated')).denied ?? 0;
      expect(await read({ environmentId: world.prodId })).toBe('prod_needs_approval');
      expect((await world.events('policy.invariant.violated')).denied).toBe(before + 1);
    });
  });

  describe('direct reveal', () => {
    const NOT_INTEGRATED = 'direct_reveal_not_allowed environment_kind';
    const reveal = async (change: object = {}) => {
      const person = await world.person(grant('secret.reveal.direct', { team_id: world.teamId }));
      return outcome(submissions.directReveal(person, place(change)));
    };

    async function bind(
      environmentId: string,
      boundWith: string | null,
      { ref = 'apps/web', connectionId = world.connectionId } = {},
    ): Promise<void> {
      const sql = `WITH s AS (INSERT INTO secrets (id, provider_connection_id, provider, ref)
          VALUES (gen_random_uuid(), $1, 'vault', $3)
          ON CONFLICT (provider_connection_id, ref) DO UPDATE SET ref = excluded.ref RETURNING id)
        INSERT INTO environment_secrets (environment_id, secret_id${boundWith ? ', bound_with' : ''})
          SELECT $2, id${boundWith ? `, '${boundWith}'` : ''} FROM s`;
      await world.database.query(sql, [connectionId, environmentId, ref]);
    }

    it('reveals only what an integrator bound to that environment, and audits the refusal', async () => {
      await world.database.query('UPDATE policy_rules SET direct_reveal_allowed = true');
      const denied = (await world.events('request.submit')).denied ?? 0;
      expect(await reveal()).toBe(NOT_INTEGRATED);
      await bind(world.devId, 'integration.bind');
      expect(await reveal()).toBe(NOT_INTEGRATED);
      await world.database.query(`UPDATE environment_secrets SET bound_with = 'integration.edit'`);
      expect(await reveal()).toBe('ok');
      expect(await reveal({ secretRef: 'apps/other' })).toBe(NOT_INTEGRATED);
      expect((await world.events('request.submit')).denied).toBe(denied + 3);
    });

    it('ignores bindings to another environment, and those without a recorded binder', async () => {
      await world.database.query('UPDATE policy_rules SET direct_reveal_allowed = true');
      const [staging] = await world.database.query<{ id: string }>(
        `INSERT INTO environments (id, project_id, name, type, kind, risk_level)
          VALUES (gen_random_uuid(), $1, 'staging', 'staging', 'non_prod', 1) RETURNING id`,
        [world.projectId],
      );
      await bind(staging!.id, 'integration.edit');
      expect(await reveal()).toBe(NOT_INTEGRATED);
      expect(await reveal({ environmentId: staging!.id })).toBe('ok');
      await bind(world.devId, null);
      expect(await reveal()).toBe(NOT_INTEGRATED);
    });

    it('is refused for a ref that is also bound to prod', async () => {
      await world.database.query('UPDATE policy_rules SET direct_reveal_allowed = true');
      await bind(world.devId, 'integration.edit');
      await bind(world.prodId, 'integration.bind');
      expect(await reveal()).toBe(NOT_INTEGRATED);
    });

    it('evaluates the policy only afterwards', async () => {
      await bind(world.devId, 'integration.edit');
      expect(await reveal()).toBe('direct_reveal_not_allowed policy');
    });
  });
});
