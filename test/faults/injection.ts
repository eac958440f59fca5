import { setTimeout as sleep } from 'node:timers/promises';
import type { Fleet } from './fleet.js';
import type { KeyedCalls } from './load/keyed-calls.js';
import { type Fault, type FaultKind, partOf } from './plan.js';
import type { SupervisedProcess } from './supervised-process.js';

/** An injection without effect is retried for this long. */
const EFFECT_WITHIN_MS = 10_000;

/** The outcome of one injection. */
export interface Injection {
  readonly kind: FaultKind;
  /** Only `made` counts. `without effect`: nothing was there to be broken, or nobody met it. */
  readonly became: 'made' | 'without effect' | 'left out';
  /** What it met, in words. */
  readonly met: string;
  /** Of idempotency keys that it cut off: milliseconds until the last was acknowledged, null when one never was. */
  readonly acknowledgedAfterMs?: number | null;
}

/** What faults are injected into. */
export type Target = Fleet & { readonly keyed?: KeyedCalls };

type Met = Pick<Injection, 'met' | 'acknowledgedAfterMs'>;

/** Injects one fault and holds it; `patienceMs`: for how long it is tried again while it has no effect. */
export async function inject(fleet: Target, fault: Fault, patienceMs = EFFECT_WITHIN_MS): Promise<Injection> {
  const { kind } = fault;
  if (kind === 'postgres-disk-full' && !fleet.postgres.hasOwnDisk)
    return { kind, became: 'left out', met: 'nobody who may mount a small disk (root)' };
  await sleep(fault.delayMs);
  for (const since = Date.now(); ; await sleep(50)) {
    const met = await carryOut(fleet, fault);
    if (met !== null) return { kind, became: 'made', ...(typeof met === 'string' ? { met } : met) };
    if (Date.now() - since >= patienceMs) return { kind, became: 'without effect', met: 'nothing' };
  }
}

/** Returns what it met, or null when it had no effect. */
function carryOut(fleet: Target, fault: Fault): Promise<Met | string | null> {
  switch (partOf(fault.kind)) {
    case 'postgres':
      return onPostgres(fleet, fault);
    case 'redis':
      return onRedis(fleet, fault);
    case 'kms':
      return onKms(fleet, fault);
    case 'keyed':
      return onKeyedCalls(fleet, fault);
    default:
      return onProcess(fleet, fault);
  }
}

const counted = (count: number, what: string): string | null => (count > 0 ? `${count} ${what}` : null);

async function onProcess(fleet: Fleet, { kind, target, holdMs }: Fault): Promise<string | null> {
  const process = (kind.startsWith('api') ? fleet.apis : fleet.workers)[target]!;
  const pid = process.pid;
  if (pid === null) return null;
  if (kind.endsWith('kill')) await process.end('SIGKILL');
  else if (kind.endsWith('term')) await process.end('SIGTERM');
  else await freeze(fleet, process, holdMs);
  return `${process.name} (${pid})`;
}

/** A worker that stands still loses its locks meanwhile and goes on as if it had them. */
async function freeze({ workers, redis }: Fleet, process: SupervisedProcess, holdMs: number): Promise<void> {
  process.signal('SIGSTOP');
  await sleep(holdMs / 2);
  if (workers.includes(process)) await redis.dropLocks().catch(() => 0);
  await sleep(holdMs / 2);
  process.signal('SIGCONT');
}

async function onPostgres({ postgres }: Fleet, fault: Fault): Promise<string | null> {
  const { kind, holdMs, degree, table } = fault;
  switch (kind) {
    case 'postgres-restart':
      await postgres.restart(holdMs / 2);
      return 'restarted';
    case 'postgres-crash':
      return counted(await postgres.crash(degree), 'backend');
    case 'postgres-terminate':
      return counted(await postgres.terminate(degree), 'connections');
    case 'postgres-locks':
      return counted(await postgres.holdTable(table, holdMs), `waited for ${table}`);
    case 'postgres-connections':
      return counted(await postgres.holdConnections(holdMs), 'taken');
    default:
      return postgres.fillDisk(holdMs);
  }
}

/** Restarts the database in the middle of keyed calls. */
async function onKeyedCalls({ postgres, keyed }: Target, { holdMs }: Fault): Promise<Met | null> {
  if (!keyed) return null;
  const { keys, acknowledgedAfterMs } = await keyed.during(async () => {
    await sleep(holdMs / 2);
    await postgres.restart(holdMs / 2);
  });
  return keys === 0 ? null : { met: `cut ${keys} keyed calls off`, acknowledgedAfterMs };
}

async function onRedis({ redis }: Fleet, { kind, holdMs }: Fault): Promise<string | null> {
  if (kind === 'redis-flush') return counted(await redis.flush(), 'keys');
  if (kind === 'redis-locks') return counted(await redis.dropLocks(), 'locks');
  await redis.restart(holdMs);
  return 'restarted';
}

async function onKms({ kms }: Fleet, { kind, holdMs, degree }: Fault): Promise<string | null> {
  // It keeps what it was asked, for the specs of its clients.
  kms.requests.length = 0;
  if (kind === 'kms-slow') kms.delayMs = 50 + Math.round(degree * 2_000);
  if (kind === 'kms-hung') kms.forced = 'hang';
  if (kind === 'kms-dead') await kms.stop();
  await sleep(holdMs);
  if (kind === 'kms-dead') await kms.listenAgain();
  [kms.delayMs, kms.forced] = [0, undefined];
  return kind === 'kms-dead' ? 'away' : counted(kms.requests.length, 'requests');
}
