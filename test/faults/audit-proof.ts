import { execFile } from 'node:child_process';
import { copyFileSync, createWriteStream, existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { noteSigner } from '#libs/merkle-log';
import { verifierKey } from '../../libs/merkle-log/src/signed-note.js';
import type { Fleet, FleetDatabase } from './fleet.js';
import type { Place } from './load/place.js';

const SEALED_WITHIN_MS = 120_000;

/** The result of countersign-verify after the run; `code` is 0 when the log verifies. */
export interface AuditProof {
  readonly code: number;
  readonly words: string;
}

/** Waits until every event is under a checkpoint, exports the log over HTTP and has it verified from files alone. */
export async function proveAudit(
  fleet: Fleet<FleetDatabase>,
  place: Place,
  folder: string,
): Promise<AuditProof> {
  const unsealed = await untilSealed(fleet);
  if (unsealed > 0) return { code: 1, words: `${unsealed} events were never sealed` };
  const headers = { cookie: `svc_session=${place.admin.cookie}` };
  const [api] = place.apis;
  const latest = await fetch(`${api}/api/v1/audit-checkpoints/latest`, { headers });
  const { origin } = (await latest.json()) as { origin: string };
  const kept = copiesOfCheckpoints(fleet.checkpointFolders, folder);
  const file = join(folder, 'export.ndjson');
  const exported = await fetch(`${api}/api/v1/audit-events`, {
    headers: { ...headers, accept: 'application/x-ndjson' },
  });
  await pipeline(Readable.fromWeb(exported.body as never), createWriteStream(file));
  const key = verifierKey(noteSigner(origin, fleet.signingSeed));
  return verify(['--key', key, '--export', file, ...kept.flatMap((name) => ['--checkpoints', name])]);
}

/** Copied before the export begins: the worker goes on, and what it seals meanwhile is not in it. */
function copiesOfCheckpoints(from: readonly string[], to: string): string[] {
  return from.flatMap((each, at) =>
    (existsSync(each) ? readdirSync(each) : [])
      .filter((name) => name.startsWith('checkpoints-'))
      .map((name) => {
        const copy = join(to, `${at}-${name}`);
        copyFileSync(join(each, name), copy);
        return copy;
      }),
  );
}

/** Returns how many events no checkpoint covers in the end. */
async function untilSealed({ postgres }: Fleet<FleetDatabase>): Promise<number> {
  const sql = `SELECT (SELECT count(*) FROM audit_events)::int
    - coalesce((SELECT max(tree_size) FROM audit_checkpoints), 0)::int AS left`;
  for (const since = Date.now(); ; await sleep(250)) {
    const [row] = await postgres.query<{ left: number }>(sql);
    if (row!.left === 0 || Date.now() - since > SEALED_WITHIN_MS) return row!.left;
  }
}

function verify(args: string[]): Promise<AuditProof> {
  const program = resolve('dist/tools/verify/main.js');
  return new Promise((done) =>
    execFile(process.execPath, [program, ...args], { env: {} }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code ?? 1) : 0, words: `${stdout}${stderr}`.trim() }),
    ),
  );
}
