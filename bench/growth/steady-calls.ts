import { numberedId } from '../audit/event-world.js';
import { personCall } from '../support/person-call.js';
import { claim, complete, never } from './agent-steps.js';
import { CallFlow } from './call-flow.js';
import type { GrownWorld } from './grown-world.js';
import { headedCall } from './headed-call.js';
import { CALLS, type MeasuredCall } from './list-calls.js';
import { PASSWORD } from './place-fills.js';

/** Secrets of a page. */
const FOUND = 100;

/** An address may sign in 30 times a minute. */
let signIns = 0;
const address = (): string => `10.0.${(signIns >> 8) % 256}.${signIns++ % 256}`;

const signIn = async ({ api }: GrownWorld, _: unknown, n: number): Promise<unknown> =>
  headedCall(
    `${api.url}/api/v1/auth/login`,
    { 'x-forwarded-for': address() },
    { email: `p${10 + 2 * n}@example.test`, password: PASSWORD },
  );

const runs = new CallFlow(async (world) => {
  const { api, callers, place } = world;
  const path = `/provider-connections/${place.connectionId}/discover-now`;
  await personCall(api.url, callers.everywhere, 'POST', path, {});
  return { job: await claim(world), found: String(Date.now()) };
});
const alone = new CallFlow(async () => Promise.resolve(null));

/** What comes all day, whether or not anybody asks for a secret. */
export const steadyCalls: readonly MeasuredCall[] = [
  alone.first('sign in with a password', signIn),
  alone.first('heartbeat', ({ beating }, _, n) => beating[n % CALLS]!.heartbeat([numberedId(10 + n)], never)),
  runs.first(`agent: report ${FOUND} new secrets`, ({ agent }, { job, found }, n) =>
    agent.client.upsertSecrets(job, pageOf(found, n), never),
  ),
  runs.step(`agent: report ${FOUND} known secrets`, async (world, { job, found }, n) => {
    await world.agent.client.upsertSecrets(job, pageOf(found, n), never);
    if (n === CALLS - 1) await complete(world, job);
  }),
];

function pageOf(found: string, n: number) {
  return Array.from({ length: FOUND }, (_, index) => ({
    ...{ ref: `found/${found}/${n}/${index}`, keys: ['user'], labels: { owner: `o${index % 50}` } },
    version: '1',
  }));
}
