import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../../../../test/support/canary.js';
import { eventually } from '../../../../test/support/eventually.js';
import { AuthWorld } from '../testing/auth-world.js';
import { Sessions } from '../sessions/sessions.service.js';
import { PasswordChange } from './password-change.service.js';

const NEXT = canary('next password');

describe('PasswordChange', () => {
  let world: AuthWorld;
  beforeAll(async () => {
    world = await AuthWorld.fresh();
  });
  afterAll(() => world.close());

  const isAnyWaiting = async (): Promise<boolean> => {
    const sql = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    return (await world.database.query(sql)).length > 0;
  };

  it('ends the session of a concurrent sign-in that needs no password, too', async () => {
    const { email, password } = await world.account();
    const caller = await world.caller(email);
    const passwords = world.module.get(PasswordChange);
    const { changed } = await world.database.transaction(async (tx) => {
      await world.module.get(Sessions).mint(tx, caller.userId, { ip: null, userAgent: 'a command line' });
      const changed = passwords.change(caller, { current: password, next: NEXT });
      await Promise.race([changed, eventually(isAnyWaiting, 'the change waits for the sign-in')]);
      return { changed };
    });
    await changed;
    const active = 'SELECT id FROM sessions WHERE user_id = $1 AND revoked_at IS NULL';
    expect(await world.database.query(active, [caller.userId])).toEqual([{ id: caller.sessionId }]);
  });
});
