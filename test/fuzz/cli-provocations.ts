import { passkeyHandedOver } from '../audit-tour/identity-steps.js';
import { TestClient } from '../support/client.js';
import { prepared, type Provocations, shoot, sql, tooOften } from './provocation.js';
import type { FuzzWorld } from './world.js';

const INSPECT = 'POST /auth/cli/inspect';
const ALLOW = 'POST /auth/cli/allow';
const REFUSE = 'POST /auth/cli/refuse';
const START = 'POST /auth/cli/start';
const TOKEN = 'POST /auth/cli/token';
const HAND_OFF = 'POST /auth/mfa/handoff';
const ASKED = 'GET /auth/mfa/handoff/{id}/challenge';
const ANSWER = 'POST /auth/mfa/handoff/{id}/response';
const COLLECT = 'GET /auth/mfa/handoff/{id}';

const stranger = ({ stack }: FuzzWorld): TestClient => new TestClient(stack.apis[0]!.url);

/** A sign-in by a typed code, which is switched on for it. */
async function begunByCode(world: FuzzWorld): Promise<{ request_id: string; user_code: string }> {
  await sql(world, 'UPDATE platform_settings SET cli_device_sign_in = true');
  const { body } = await prepared(world, START);
  const begun = await world.must(
    stranger(world).post('/auth/cli/start', { ...(body as object), redirect_uri: null }),
  );
  await sql(world, 'UPDATE platform_settings SET cli_device_sign_in = false');
  return begun;
}

const someonesBrowser = async ({ somebody }: FuzzWorld): Promise<TestClient> =>
  (await somebody(null)).inBrowser;

/** What command lines are refused on their way in, and told while they wait. */
export const CLI_PROVOCATIONS: Provocations = {
  [`${INSPECT} 410`]: async (world) => {
    const { request_id } = await begunByCode(world);
    await shoot(REFUSE, { by: await someonesBrowser(world), body: { request_id } });
    await shoot(INSPECT, { by: await someonesBrowser(world), body: { request_id } });
  },
  [`${REFUSE} 204`]: async (world) => {
    const { request_id } = await begunByCode(world);
    await shoot(REFUSE, { by: await someonesBrowser(world), body: { request_id } });
  },
  [`${ALLOW} 204`]: async (world) => {
    const { request_id, user_code } = await begunByCode(world);
    const by = await someonesBrowser(world);
    await shoot(ALLOW, { by, body: { request_id, user_code: 'AAAA-AAAA' } });
    await shoot(ALLOW, { by, body: { request_id, user_code } });
  },
  [`${TOKEN} 202`]: async (world) => {
    const { request_id } = await begunByCode(world);
    const { body } = await prepared(world, TOKEN);
    await shoot(TOKEN, { by: stranger(world), body: { ...(body as object), request_id, code: null } });
  },
  [`${INSPECT} 429`]: async (world) => tooOften(INSPECT, { by: await someonesBrowser(world), body: {} }),
  [`${ALLOW} 429`]: async (world) => tooOften(ALLOW, { by: await someonesBrowser(world), body: {} }, 34),
  [`${REFUSE} 429`]: async (world) => tooOften(REFUSE, { by: await someonesBrowser(world), body: {} }, 34),
  [`${COLLECT} 202`]: async (world) => {
    const { by, ids, body } = await passkeyHandedOver(world);
    await shoot(COLLECT, { by, ids });
    await shoot(ANSWER, { by, ids, body });
    await shoot(ASKED, { by, ids });
    await shoot(ANSWER, { by: by.inBrowser, ids, body });
    await shoot(ASKED, { by, ids });
  },
  [`${HAND_OFF} 429`]: async (world) =>
    tooOften(HAND_OFF, { by: await someonesBrowser(world), body: {} }, 34),
  [`${ASKED} 429`]: async (world) => tooOften(ASKED, { by: await someonesBrowser(world), ids: ['x'] }),
  [`${ANSWER} 429`]: async (world) =>
    tooOften(ANSWER, { by: await someonesBrowser(world), ids: ['x'], body: {} }, 34),
  [`${COLLECT} 429`]: async (world) =>
    tooOften(COLLECT, { by: await someonesBrowser(world), ids: ['x'] }, 124),
  [`${START} 429`]: (world) => tooOften(START, { by: stranger(world), body: {} }, 34),
  [`${TOKEN} 429`]: (world) => tooOften(TOKEN, { by: stranger(world), body: {} }, 124),
};
