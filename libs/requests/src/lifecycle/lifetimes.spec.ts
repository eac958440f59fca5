import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../../../../test/support/canary.js';
import { RequestService } from '../decide/requests.service.js';
import { openWorld, type World } from '../testing/request-world.js';

const CREATED = 5000;
const APPROVED = 3000;
const CLAIMED = 1000;
const REQUEST = 9000;

/** Each lifetime is another number, so that none can stand in for another. Compared by the database's clock. */
describe('lifetimes', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
    await world.workflow('wrap_ttl_created_seconds', CREATED);
    await world.workflow('wrap_ttl_approved_seconds', APPROVED);
    await world.workflow('wrap_ttl_claimed_seconds', CLAIMED);
    await world.workflow('request_ttl_seconds', REQUEST);
  });
  afterAll(() => world.close());

  const value = Buffer.from(canary('value'));
  const approve = (id: string) =>
    world.app.get(RequestService).approve(world.approver, id, { comment: null });

  /** Seconds that are left, rounded up to whole thousands: the test itself takes some of them. */
  async function left(table: 'access_requests' | 'wraps', requestId: string): Promise<number> {
    const column = table === 'wraps' ? 'request_id' : 'id';
    const [row] = await world.database.query<{ seconds: number }>(
      `SELECT extract(epoch FROM max(expires_at) - clock_timestamp())::float8 AS seconds FROM ${table} WHERE ${column} = $1`,
      [requestId],
    );
    return Math.ceil(row!.seconds / 1000) * 1000;
  }

  it('of the values of a patch restart at submit, approval and claim, and bound the request', async () => {
    const id = await world.submitPatch({ k: value });
    expect([await left('wraps', id), await left('access_requests', id)]).toEqual([CREATED, CREATED]);
    await approve(id);
    expect([await left('wraps', id), await left('access_requests', id)]).toEqual([APPROVED, APPROVED]);
    await world.claim();
    expect(await left('wraps', id)).toBe(CLAIMED);
  });

  it('of the values of a patch without a vote start with the approved one', async () => {
    await world.workflow('min_approvers', 0);
    const id = await world.submitPatch({ k: value });
    await world.workflow('min_approvers', 1);
    expect([await left('wraps', id), await left('access_requests', id)]).toEqual([APPROVED, APPROVED]);
    await world.claim();
  });

  it('of a read are those of the request until execution, then the claim lifetime for its values', async () => {
    const id = await world.submitRead(['k']);
    expect(await left('access_requests', id)).toBe(REQUEST);
    await approve(id);
    expect(await left('access_requests', id)).toBe(REQUEST);
    const job = await world.claim();
    expect(job.valueTtlSeconds).toBe(CLAIMED);
    await world.fulfil(job, { k: value });
    expect(await left('wraps', id)).toBe(CLAIMED);
  });

  it('of a request is not extended by its approval', async () => {
    const id = await world.submitPatch({ k: value });
    await world.database.query(
      `UPDATE access_requests SET created_at = clock_timestamp() - make_interval(secs => $2) WHERE id = $1`,
      [id, REQUEST - 500],
    );
    await approve(id);
    expect(await left('access_requests', id)).toBe(1000);
  });
});
