import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PERMISSION_CATALOG } from '#libs/permissions';
import { send, type Shot } from '../audit-tour/step.js';
import { STEPS } from '../audit-tour/steps.js';
import { openTourWorld, PASSWORD, type TourWorld } from '../audit-tour/tour-world.js';
import { OPERATIONS, type Route } from '../matrix/document.js';
import { rowOf } from '../matrix/routes.js';
import { TestClient } from '../support/client.js';
import { stateOf, withClient } from '../support/database-state.js';
import { ADMIN_EMAIL, ADMIN_PASSWORD } from '../support/test-stack.js';
import { created } from '../support/world.js';

/** What a person may change under the strict profile without a fresh step-up, and why no value is nearer then. */
const WITHOUT_STEP_UP: Readonly<Record<string, string>> = {
  'POST /api/v1/auth/cli/inspect': 'changes nothing',
  'POST /api/v1/auth/cli/refuse': 'ends the sign-in of a command line',
  'POST /api/v1/auth/logout': 'ends the session',
  'POST /api/v1/auth/mfa/challenge': 'is how one steps up',
  'POST /api/v1/auth/mfa/handoff': 'is how one steps up',
  'POST /api/v1/auth/mfa/handoff/{id}/response': 'is how one steps up',
  'POST /api/v1/auth/mfa/verify': 'is how one steps up',
  'POST /api/v1/users/me/mfa/totp/start': 'the first factor needs none, any other does (D22)',
  'POST /api/v1/users/me/mfa/totp/confirm': 'the first factor needs none, any other does (D22)',
  'POST /api/v1/users/me/mfa/webauthn/start': 'the first factor needs none, any other does (D22)',
  'POST /api/v1/users/me/mfa/webauthn/finish': 'the first factor needs none, any other does (D22)',
  'DELETE /api/v1/users/me/mfa/factors/{id}': 'asks whoever has a factor for a step-up by itself (D22)',
  'DELETE /api/v1/users/me/sessions/{id}': 'ends a session',
  'POST /api/v1/policies/simulate': 'changes nothing',
  'POST /api/v1/requests/preview': 'changes nothing',
  'POST /api/v1/directory/resolve': 'changes nothing',
  'POST /api/v1/audit-events/proofs': 'changes nothing',
  'POST /api/v1/requests/{id}/comments': 'adds words to a request, which decide nothing',
  'POST /api/v1/projects': 'an empty project: environments, bindings and grants take a step-up',
  'POST /api/v1/provider-connections/{id}/discover-now':
    'names and labels alone, as the schedule does anyway',
  'POST /api/v1/jobs': 'discovery and connectivity checks alone (D11)',
  'POST /api/v1/requests': 'asks; prod takes a vote, which takes a step-up',
  'POST /api/v1/requests/read': 'asks; the value comes out with a step-up alone',
  'POST /api/v1/requests/cross-team': 'asks; the value comes out with a step-up alone',
  'POST /api/v1/projects/{id}/environments/{env_id}/direct-reveal':
    'asks; the value comes out with a step-up alone',
  'POST /api/v1/requests/{id}/fill': 'gives a value that the caller knows',
  'POST /api/v1/requests/{id}/refuse': 'ends a request',
  'POST /api/v1/requests/{id}/cancel': 'ends a request',
  'POST /api/v1/reveal-sessions/{id}/expire': 'ends a reveal session',
};

const VALUE_GET = 'GET /api/v1/requests/{id}/wraps/{wrap_id}';
const isOfPeople = ({ operation }: Route): boolean =>
  operation.security.some((scheme) => 'session' in scheme);
const MUTATING = OPERATIONS.filter(
  (route) => isOfPeople(route) && (route.verb !== 'GET' || route.name === VALUE_GET),
);
const requiresStepUp = ({ operation }: Route): boolean =>
  'fresh_mfa' in operation['x-access'] || 'fresh_mfa_when_strict' in operation['x-access'];
const GATED = MUTATING.filter(requiresStepUp);

let world: TourWorld;
/** Holds every permission there is, everywhere, and no factor. */
let factorless: TestClient;
/** Holds nothing, and no factor. */
let bystander: TestClient;
const stale = new Map<string, TestClient>();

beforeAll(async () => {
  world = await openTourWorld({ profile: 'strict' });
  const { admin } = world;
  const permissions = PERMISSION_CATALOG.map(({ permission }) => permission);
  const role = created(await admin.post('/roles', { name: 'almighty', permissions }));
  created(await admin.post('/user-roles', { user_id: admin.userId, role_id: role.id }));
  factorless = await world.somebody('almighty');
  bystander = await world.somebody(null);
}, 120_000);
afterAll(() => world?.oidc.close());

/**
 * Returns the same person in a session that was signed in with the password and never stepped up, as somebody may steal
 * it.
 */
async function stolenFrom(person: TestClient): Promise<TestClient> {
  const known = stale.get(person.userId);
  if (known) return known;
  const [email] = await rows<string>('SELECT email AS value FROM users WHERE id = $1', [person.userId]);
  const password = email === ADMIN_EMAIL ? ADMIN_PASSWORD : PASSWORD;
  const client = await new TestClient(person.baseUrl).signIn(email!, password);
  stale.set(person.userId, client);
  return client;
}

const rows = <Value>(sql: string, parameters: unknown[] = []): Promise<Value[]> =>
  withClient(world.stack.databaseUrl, async (client) =>
    (await client.query<{ value: Value }>(sql, parameters)).rows.map(({ value }) => value),
  );
const successes = async (): Promise<number> =>
  (await rows<number>(`SELECT count(*)::int AS value FROM audit_events WHERE status = 'success'`))[0]!;

/** Makes the call of a shot as somebody else, or with another body. @returns its status and error code */
const outcome = (by: TestClient, route: Route, shot: Shot): Promise<string> => send(route, { ...shot, by });

describe('under the strict profile', () => {
  it('every change by a person requires a step-up, or is on the list of exceptions', () => {
    const open = MUTATING.filter((route) => !requiresStepUp(route)).map(({ name }) => name);
    expect(open.sort()).toEqual(Object.keys(WITHOUT_STEP_UP).sort());
  });

  it.each(GATED.map((route) => [route.name, route] as const))(
    '%s does nothing for a stolen session, whatever its holder may do',
    async (name, route) => {
      const shot = await STEPS[name]!.prepare(world);
      /** The caller as the route takes them: some are for browsers alone. */
      const alike = (client: TestClient) => (shot.by.isInBrowser ? client.inBrowser : client);
      const stolen = alike(await stolenFrom(shot.by));
      const [state, events] = [await stateOf(world.stack.databaseUrl), await successes()];
      expect(await outcome(stolen, route, shot)).toBe('401 step_up_required');
      expect(await outcome(stolen, route, { ...shot, body: { no: 'such member' } })).toBe(
        '401 step_up_required',
      );
      expect(await outcome(alike(factorless), route, shot)).toBe('412 mfa_enrollment_required');
      const denied = `403 ${rowOf(name).refusal ?? 'permission_denied'}`;
      expect(await outcome(alike(bystander), route, shot)).toBe(
        rowOf(name).past.includes('nobody') ? '412 mfa_enrollment_required' : denied,
      );
      expect(await successes()).toBe(events);
      expect(await stateOf(world.stack.databaseUrl)).toEqual(state);
      // The call was a good one: it lacked the step-up alone.
      expect(await outcome(shot.by, route, shot)).toMatch(/^2\d\d$/);
    },
  );
});
