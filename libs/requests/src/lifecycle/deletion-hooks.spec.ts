import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ConnectionDeletionHooks } from '#libs/providers';
import { EnvironmentDeletionHooks } from '#libs/tenancy';
import { JobCompletion } from '#libs/jobs';
import { canary } from '../../../../test/support/canary.js';
import { RequestService } from '../decide/requests.service.js';
import { openWorld, type World } from '../testing/request-world.js';

describe('requests for a connection or environment', () => {
  let world: World;
  beforeAll(async () => {
    world = await openWorld();
  });
  afterAll(() => world.close());

  const approve = (id: string) =>
    world.app.get(RequestService).approve(world.approver, id, { comment: null });

  it('are counted while they wait for approval', async () => {
    const deletionHooks = world.app.get(ConnectionDeletionHooks, { strict: false });
    const open = () => deletionHooks.openRequests(world.database, world.connectionId);
    const [first] = [
      await world.submitRead(),
      await world.submitPatch({ k: Buffer.from(canary('value x')) }),
    ];
    expect(await open()).toBe(2);
    await approve(first);
    expect(await open()).toBe(1);
  });

  it('are cancelled when the environment is deleted, and a running job fails', async () => {
    const [waiting, working] = [
      await world.submitPatch({ k: Buffer.from(canary('value x')) }),
      await world.submitRead(),
    ];
    await world.database.query(`UPDATE jobs SET status = 'failed', error = 'test' WHERE status = 'queued'`);
    await approve(working);
    const job = await world.claim();
    const place = { environmentId: world.devId, projectId: world.projectId };
    const deletionHooks = world.app.get(EnvironmentDeletionHooks, { strict: false });
    await world.database.transaction((tx) => deletionHooks.run(tx, place, 'system:test'));
    expect([await world.status(waiting), await world.status(working)]).toEqual(['cancelled', 'cancelled']);
    expect(await world.events('request.cancel', `request:${waiting}`)).toEqual({ success: 1 });

    await world.app.get(JobCompletion).complete(world.agent.agentId, job.id, { status: 'succeeded' });
    expect(await world.status(working)).toBe('cancelled');
    expect(await world.database.query('SELECT 1 FROM wraps WHERE ciphertext IS NOT NULL')).toEqual([]);
  });

  it('expire instead of being cancelled when they are overdue (D74)', async () => {
    const id = await world.submitRead();
    await world.outOfTime('access_requests', id);
    const place = { environmentId: world.devId, projectId: world.projectId };
    const deletionHooks = world.app.get(EnvironmentDeletionHooks, { strict: false });
    await world.database.transaction((tx) => deletionHooks.run(tx, place, 'system:test'));
    expect(await world.status(id)).toBe('expired');
    expect(await world.events('request.cancel', `request:${id}`)).toEqual({});
  });
});
