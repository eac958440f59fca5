import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Answer } from '../support/client.js';
import { created } from '../support/world.js';
import { base64, type CrossTeamWorld, openCrossTeamWorld, VALUES } from './cross-team-world.js';

/**
 * Moves each open request on when the transaction that left it so commits, like an agent or a person who is faster than any
 * statement after the commit.
 */
const MOVE_ON_AT_COMMIT = `
  CREATE FUNCTION move_on() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE access_requests SET status_before = status, status = CASE status WHEN 'approved' THEN 'executed' ELSE 'cancelled' END
      WHERE id = NEW.id AND status IN ('pending', 'pending_values', 'pending_verification', 'approved');
    RETURN NULL;
  END $$;
  CREATE CONSTRAINT TRIGGER move_on AFTER INSERT OR UPDATE ON access_requests
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION move_on()`;

describe('the response to a submission or decision, when others act at once', () => {
  let world: CrossTeamWorld;
  let open: Record<'toFill' | 'toApprove' | 'toRefuse', string>;
  beforeAll(async () => {
    world = await openCrossTeamWorld();
    await buildFreeRules();
    open = {
      toFill: await world.reach('awaiting_values', 'source_vote'),
      toApprove: await world.reach('awaiting_values', 'no_vote'),
      toRefuse: await world.reach('awaiting_values', 'both_votes'),
    };
    await world.sql(MOVE_ON_AT_COMMIT);
  }, 180_000);
  afterAll(() => world?.close());

  /** Whatever is below `free/` needs no vote, and may be revealed directly. */
  async function buildFreeRules(): Promise<void> {
    const workflow = created(await world.admin.post('/workflows', { name: 'free', min_approvers: 0 }));
    for (const type of ['read', 'patch']) {
      const selector = { type, secret_ref_prefix: 'free/' };
      const rule = { name: `free ${type}`, selector, workflow_id: workflow.id, priority: 200 };
      created(await world.admin.post('/policies', { ...rule, direct_reveal_allowed: type === 'read' }));
    }
  }

  const secret = (secret_ref: string) => ({ provider_connection_id: world.connection.id, secret_ref });
  const place = (ref: string) => ({
    ...{ project_id: world.project.id, environment_id: world.dev.id, justification: 'for a test' },
    ...secret(ref),
  });
  const read = (ref: string) =>
    world.people.requester.post('/requests/read', { ...place(ref), keys: ['user'] });
  const patch = (ref: string) =>
    world.people.requester.post('/requests', { ...place(ref), key_values: base64({ user: VALUES.user }) });
  const direct = () =>
    world.admin.post(`/projects/${world.project.id}/environments/${world.dev.id}/direct-reveal`, {
      ...secret('free/shop'),
      keys: ['user'],
    });
  const handOver = async () => ({ body: await world.submit('both_votes') });
  const act = (id: string, action: 'fill' | 'refuse') => world.act(id, action, world.people.filler);

  it.each<[string, string, () => Promise<Pick<Answer, 'body'>>]>([
    ['a read that is approved at once', 'approved', () => read('free/shop')],
    ['a read that needs a vote', 'pending', () => read('apps/shop')],
    ['a patch that is approved at once', 'approved', () => patch('free/shop')],
    ['a patch that needs a vote', 'pending', () => patch('apps/shop')],
    ['a direct reveal', 'approved', direct],
    ["another team's values", 'pending_values', handOver],
    ['a fill that needs a vote', 'pending_verification', () => act(open.toFill, 'fill')],
    ['a fill that approves the request', 'approved', () => act(open.toApprove, 'fill')],
    ['a refusal to fill', 'refused', () => act(open.toRefuse, 'refuse')],
  ])('is the request as %s left it', async (_what, status, call) => {
    const { body } = await call();
    expect([body.error_code, body.status]).toEqual([undefined, status]);
    if (status !== 'refused') expect((await world.read(body.id, world.admin)).status).not.toBe(status);
  });
});
