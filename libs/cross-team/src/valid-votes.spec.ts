import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Caller, Permission } from '#libs/permissions';
import { grantsSql } from '#libs/rbac';
import { approvalsOf, RequestKinds, RequestReadModel } from '#libs/requests';
import { UserAdministration } from '#libs/users';
import { grant } from '../../requests/src/testing/request-world.js';
import { type HandOverWorld, openHandOverWorld } from './testing/hand-over-world.js';
import { VerificationService } from './verification.service.js';

/** Whose votes count on a hand-over that asks for both (D100). */
describe('votes on a cross-team request', () => {
  let world: HandOverWorld;
  let [requester, filler, source, security, other]: Caller[] = [];
  beforeAll(async () => {
    world = await openHandOverWorld();
    [requester, filler] = [await world.almighty(), await world.almighty()];
  });
  afterAll(() => world.close());

  const sql = <Row>(text: string, ...parameters: unknown[]) => world.database.query<Row>(text, parameters);
  /** With the grants that they have by now, as a call is let in. */
  async function now(who: Caller): Promise<Caller> {
    const [row] = await sql<{ grants: Caller['grants'] }>(`SELECT ${grantsSql('$1')} AS grants`, who.userId);
    return { ...who, grants: row!.grants };
  }
  const verify = async (id: string, votedAs: 'source' | 'security', who: Caller) =>
    world.app
      .get(VerificationService)
      .verify(await now(who), id, { decision: 'approve', votedAs, comment: null })
      .catch((error: { code: string }) => error.code);
  const answer = (source_votes: number, security_vote_present: boolean, next_required: string[]) =>
    expect.objectContaining({ source_votes, security_vote_present, next_required });
  const shown = async (id: string, who: Caller) => {
    const request = await world.app.get(RequestReadModel).get(id);
    const actions = world.app.get(RequestKinds, { strict: false }).allowedActions(request, await now(who));
    const { reason } = actions.find(({ action }) => action === 'verify')!;
    return [request.status, approvalsOf(request), reason ?? 'may vote'];
  };
  const lose: Record<string, (who: Caller, permission: Permission) => Promise<unknown>> = {
    'is disabled': (who) => world.app.get(UserAdministration).setDisabled(filler!, who.userId, true),
    'loses the permission': (who, permission) => world.take(who, permission),
  };
  const regain: Record<string, (who: Caller, permission: Permission) => Promise<unknown>> = {
    'is disabled': (who) => world.app.get(UserAdministration).setDisabled(filler!, who.userId, false),
    'loses the permission': (who, permission) => world.give(who, grant(permission)),
  };

  async function filled(): Promise<string> {
    [source, other] = [
      await world.person(grant('secret.approve')),
      await world.person(grant('secret.approve')),
    ];
    security = await world.person(grant('secret.security.approve'));
    const id = await world.submit(requester!, 'both_votes');
    expect(await world.act(id, 'fill', filler!)).toBe('ok');
    return id;
  }

  describe.each(Object.keys(lose))('whose voter %s', (change) => {
    it('do not count: a later security vote does not approve, another source vote does', async () => {
      const id = await filled();
      expect(await verify(id, 'source', source!)).toEqual(answer(1, false, ['security_approval']));
      await lose[change]!(source!, 'secret.approve');
      expect(await verify(id, 'security', security!)).toEqual(answer(0, true, ['source_approval']));
      expect(await shown(id, other!)).toEqual(['pending_verification', 0, 'may vote']);
      expect(await sql('SELECT 1 FROM jobs WHERE request_id = $1', id)).toEqual([]);
      expect(await verify(id, 'source', other!)).toEqual(answer(1, true, []));
      expect(await world.status(id)).toBe('approved');
    });

    it('do not count: a source vote after the security vote does not approve, another one does', async () => {
      const id = await filled();
      expect(await verify(id, 'security', security!)).toEqual(answer(0, true, ['source_approval']));
      await lose[change]!(security!, 'secret.security.approve');
      expect(await verify(id, 'source', source!)).toEqual(answer(1, false, ['security_approval']));
      expect(await world.status(id)).toBe('pending_verification');
      expect(await verify(id, 'security', await world.person(grant('secret.security.approve')))).toEqual(
        answer(1, true, []),
      );
      expect(await world.status(id)).toBe('approved');
    });

    it.each(['source', 'security'] as const)(
      'count again when they return: the %s voter, who has voted, can decide',
      async (decider) => {
        const id = await filled();
        await verify(id, 'source', source!);
        await lose[change]!(source!, 'secret.approve');
        await verify(id, 'security', security!);
        expect(await verify(id, 'security', security!)).toBe('duplicate_vote');
        await regain[change]!(source!, 'secret.approve');
        const who = { source: source!, security: security! }[decider];
        expect(await shown(id, who)).toEqual(['pending_verification', 1, 'may vote']);
        expect(await verify(id, decider, who)).toEqual(answer(1, true, []));
        expect(await world.status(id)).toBe('approved');
        expect(await sql('SELECT 1 FROM approvals WHERE request_id = $1', id)).toHaveLength(2);
        expect(await sql('SELECT 1 FROM jobs WHERE request_id = $1', id)).toHaveLength(1);
      },
    );
  });

  it.each(['source', 'security'] as const)(
    'do not count when the %s voter lost the permission just before voting',
    async (part) => {
      const id = await filled();
      const [voter, permission] = {
        source: [source!, 'secret.approve'] as const,
        security: [security!, 'secret.security.approve'] as const,
      }[part];
      const before = await now(voter);
      await world.take(voter, permission);
      const vote = { decision: 'approve', votedAs: part, comment: null } as const;
      await expect(world.app.get(VerificationService).verify(before, id, vote)).rejects.toMatchObject({
        code: 'permission_denied',
        extra: { permission },
      });
      expect(await sql('SELECT 1 FROM approvals WHERE request_id = $1', id)).toEqual([]);
    },
  );

  it.each(['pending_values', 'pending_verification', 'approved'])(
    'are void when the requester leaves while it is %s, and no value remains',
    async (status) => {
      const id = status === 'pending_values' ? await world.submit(requester!, 'both_votes') : await filled();
      if (status === 'approved') {
        await verify(id, 'source', source!);
        await verify(id, 'security', security!);
      }
      expect(await world.status(id)).toBe(status);
      await world.app.get(UserAdministration).setDisabled(filler!, requester!.userId, true);
      expect([await world.status(id), await world.liveWraps(id)]).toEqual(['cancelled', 0]);
      await world.app.get(UserAdministration).setDisabled(filler!, requester!.userId, false);
    },
  );
});
