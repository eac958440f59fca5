import { randomBytes } from 'node:crypto';
import { PERMISSION_CATALOG } from '#libs/permissions';
import { TransitServer } from '../../libs/kms/src/testing/transit-server.js';
import { openTourWorld, type Store, type TourWorld } from '../audit-tour/tour-world.js';
import { canary } from '../support/canary.js';
import { TestClient } from '../support/client.js';
import { WorkloadIssuer } from '../support/workload-issuer.js';
import { created } from '../support/world.js';
import type { Collector } from './collector.js';
import { RecordingProxy } from './recording-proxy.js';

/** The service with everything switched on and every call to it recorded, for the directed part. */
export interface FuzzWorld extends TourWorld {
  /** Holds every permission everywhere, with a fresh step-up: only the call itself can be wrong. */
  readonly everyone: TestClient;
  /** Signed in, stepped up, without a grant. */
  readonly nobody: TestClient;
  /** The same without a second factor, at an api that asks for one at sign-in. */
  readonly unenrolled: TestClient;
  /** At an api that handles one call of a user at a time, and one more of a reserved handler. */
  readonly busy: TestClient;
  /** A job that holds what a workload can, in a session that has not ended. */
  readonly workload: () => Promise<TestClient>;
  /** The id of the role that everyone and unenrolled hold. */
  readonly everything: string;
  readonly store0: Store;
  readonly keyService: TransitServer;
  /** The api processes themselves, for what no proxy would pass on. */
  readonly direct: readonly string[];
  close(): Promise<void>;
}

export async function openFuzzWorld(collector: Collector): Promise<FuzzWorld> {
  const keyService = await TransitServer.start(canary('transit-token'), 'sealing');
  const proxies: RecordingProxy[] = [];
  const direct: string[] = [];
  const record = async (apiUrl: string): Promise<string> => {
    proxies.push(await RecordingProxy.start({ targets: [apiUrl], collector, source: 'directed' }));
    return proxies.at(-1)!.url;
  };
  const before = (apiUrl: string): Promise<string> => {
    direct.push(apiUrl);
    return record(apiUrl);
  };
  const tour = await openTourWorld({ apis: 2, worker: true, before, env: environmentWith(keyService) });
  const posture = await tour.stack.addApi({ SVC_REQUIRE_MFA_AT_LOGIN: 'true' });
  const everyone = await tour.somebody(null, { fresh: true });
  const unenrolled = await tour.somebody(null);
  const everything = await grantEverything(tour, [everyone, unenrolled]);
  unenrolled.baseUrl = posture.url;
  const busy = await tour.somebody(null, { fresh: true });
  busy.baseUrl = await record((await tour.stack.addApi({ SVC_CALLS_PER_CALLER: '1' })).url);
  return {
    ...tour,
    ...{ everyone, unenrolled, busy, everything, keyService, direct },
    workload: await workloadOf(tour, everything),
    nobody: await tour.somebody(null, { fresh: true }),
    store0: await tour.store(),
    close: async () => {
      await tour.oidc.close();
      await Promise.all(proxies.map((proxy) => proxy.stop()));
      await keyService.stop();
    },
  };
}

/** Less than a workload's session lasts. */
const SIGNED_IN_MS = 600_000;

/** Registers a workload. @returns what gives a client that is signed in as it */
async function workloadOf(tour: TourWorld, role_id: string): Promise<() => Promise<TestClient>> {
  const issuer = await WorkloadIssuer.listen();
  const { admin, must, stack, unique } = tour;
  const claims = { sub: 'repo:acme/shop:ref:refs/heads/main' };
  const audience = unique('audience');
  const body = { name: unique('job'), issuer: issuer.url, audience, claims, role_id };
  created(await admin.post('/workload-identities', body));
  let signedIn: { client: TestClient; at: number } | null = null;
  return async () => {
    if (signedIn && performance.now() - signedIn.at < SIGNED_IN_MS) return signedIn.client;
    const client = new TestClient(stack.apis[0]!.url);
    const jwt = await issuer.token({ aud: audience });
    client.token = (await must(client.post('/auth/workload', { jwt }))).token as string;
    signedIn = { client, at: performance.now() };
    return client;
  };
}

function environmentWith(keys: TransitServer): Record<string, string> {
  return {
    ...keys.environment,
    SVC_AUDIT_SIGNING_KEY: randomBytes(32).toString('base64'),
    // A run is longer than a step-up lasts.
    SVC_STEP_UP_TTL: '2h',
    SVC_SESSION_IDLE_TTL: '2h',
  };
}

/** Grants a role of every permission, everywhere. */
async function grantEverything({ admin, must, unique }: TourWorld, people: TestClient[]): Promise<string> {
  const permissions = PERMISSION_CATALOG.map(({ permission }) => permission);
  const role = created(await admin.post('/roles', { name: unique('everything'), permissions }));
  await Promise.all(
    people.map((person) => must(admin.post('/user-roles', { user_id: person.userId, role_id: role.id }))),
  );
  return role.id;
}
