import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CheckpointSink } from '../../../libs/audit/src/log/checkpoint-sink.js';
import { startFleetOn } from '../../faults/fleet.js';
import { untilWell } from '../../faults/injector.js';
import { buildPlace, type Place } from '../../faults/load/place.js';
import { eventually } from '../../support/eventually.js';
import { PostgresPair } from './postgres-pair.js';
import type { Run, Verdict } from './synchronous.js';

/** Events that are sealed, and then lost. */
const LOST = 20;
const PATIENCE_MS = 90_000;

/**
 * Loses a primary whose standby is behind, and with it changes that were acknowledged: the worker has to notice it by the
 * checkpoints that it keeps outside of the database, and seal nothing on top.
 */
export async function runAsynchronous({ folder, mark, say }: Run): Promise<Verdict[]> {
  const fleet = await startFleetOn(await PostgresPair.start(folder, false), folder, mark, ['checkpoints']);
  const kept = new CheckpointSink(fleet.checkpointFolders[0]!);
  const keptSize = async (): Promise<number> => (await kept.latest())?.treeSize ?? 0;
  try {
    if ((await untilWell(fleet)) === null) throw new Error(`The service did not come up; see ${folder}.`);
    const place = await buildPlace(
      fleet.postgres.url,
      fleet.apis.map((api) => api.url),
    );
    await eventually(async () => (await keptSize()) > 0, 'a kept checkpoint', PATIENCE_MS);
    await fleet.postgres.cutReplication();
    const [before, made] = [await keptSize(), [] as string[]];
    await eventually(
      async () => {
        made.push(await makeProject(place));
        return made.length >= LOST && (await keptSize()) >= before + LOST;
      },
      'kept checkpoints of what will be lost',
      PATIENCE_MS,
    );
    await fleet.postgres.failOver();
    const promotedWith = await sealedSize(fleet.postgres);
    const wellAfterMs = await untilWell(fleet);
    await makeProject(place);
    const left = await fleet.postgres.query('SELECT FROM projects WHERE id = ANY ($1::uuid[])', [made]);
    const logs = (): string[] =>
      fleet.workers.map(({ name }) => readFileSync(join(folder, `${name}.log`), 'utf8'));
    const noticed = await eventually(
      async () => logs().some((text) => text.includes('AuditLogBrokenError')),
      'AuditLogBrokenError',
      PATIENCE_MS,
    ).catch(() => false);
    // Enough for both workers to try many times.
    for (let n = 0; n < LOST * 2; n += 1) await makeProject(place);
    const sealed = await sealedSize(fleet.postgres);
    say(
      `${made.length - left.length} of ${made.length} acknowledged changes lost; kept ${await keptSize()}, sealed ${sealed}`,
    );
    return [
      {
        name: 'something that was acknowledged was lost',
        faults: left.length < made.length ? [] : ['nothing'],
      },
      { name: 'the service came back', faults: wellAfterMs === null ? ['it never did'] : [] },
      { name: 'a worker noticed it (AuditLogBrokenError)', faults: noticed ? [] : ['none did'] },
      {
        name: 'nothing is sealed on top',
        faults: sealed === promotedWith ? [] : [`${sealed} after ${promotedWith}`],
      },
    ];
  } finally {
    await fleet.stop();
  }
}

async function sealedSize(postgres: PostgresPair): Promise<number> {
  const [row] = await postgres.query<{ size: number }>('SELECT count(*)::int AS size FROM audit_leaves');
  return row!.size;
}

/** Returns the id of a new project. */
async function makeProject({ apis, admin }: Place): Promise<string> {
  const answer = await fetch(`${apis[0]!}/api/v1/projects`, {
    method: 'POST',
    headers: { cookie: `svc_session=${admin.cookie}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: `project ${Math.random()}` }),
  });
  if (!answer.ok) throw new Error(`POST /projects answered ${answer.status}`);
  return ((await answer.json()) as { id: string }).id;
}
