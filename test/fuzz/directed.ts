import { AGENT_PROVOCATIONS } from './agent-provocations.js';
import { provokeBusyCaller } from './busy-caller.js';
import type { Collector } from './collector.js';
import { CLI_PROVOCATIONS } from './cli-provocations.js';
import { provokeGeneralRefusals } from './general-refusals.js';
import { IDENTITY_PROVOCATIONS } from './identity-provocations.js';
import { PLACE_PROVOCATIONS } from './place-provocations.js';
import type { Provocations } from './provocation.js';
import { readEverything } from './reads.js';
import { REQUEST_PROVOCATIONS } from './request-provocations.js';
import { tourEveryChange } from './tour.js';
import type { FuzzWorld } from './world.js';

/** The table: what the general parts below do not bring, by operation and status. */
const PROVOCATIONS: Provocations = {
  ...AGENT_PROVOCATIONS,
  ...REQUEST_PROVOCATIONS,
  ...PLACE_PROVOCATIONS,
  ...IDENTITY_PROVOCATIONS,
  ...CLI_PROVOCATIONS,
};

/** Provokes every described status of every operation while all dependencies are available. */
export async function provokeEverything(
  world: FuzzWorld,
  collector: Collector,
  say: (text: string) => void,
): Promise<void> {
  await tourEveryChange(world);
  say('every change made, repeated and refused');
  await provokeGeneralRefusals(world, collector);
  say('the general refusals of every operation provoked');
  await provokeBusyCaller(world);
  say('every operation refused to a busy caller');
  await readEverything(world);
  say('everything read');
  for (const [name, provoke] of Object.entries(PROVOCATIONS)) {
    await provoke(world).catch((error: unknown) =>
      collector.violate(`${name} could not be provoked`, String((error as Error).stack)),
    );
    const [verb = '', path = '', status] = name.split(' ');
    if (!collector.has(`${verb} /api/v1${path}`, Number(status)))
      collector.violate(`${name} was not what its provocation brought`, 'test/fuzz/*-provocations.ts');
  }
  say('the table of provocations done');
}
