import { randomBytes } from 'node:crypto';
import type { Known } from './leak.js';
import { noteKnown } from './run-folder.js';

/** Part of every secret value of a test, and of nothing else: wherever it is found, a value leaked. */
export const MARKER = 'TDQvBHbgFKYYHVipDqbg';

const known = new Map<string, Known>();

/** Returns a secret value for a test: recognizable wherever it is left, and named by `label` when it is found. */
export function canary(label: string): string {
  const value = `${MARKER}-${label}`;
  remember({ label, value, madeBy: 'test' });
  return value;
}

/** Returns a key of 32 bytes, recognizable in the same way. */
export function canaryKey(label: string): Buffer {
  const value = `${MARKER}${randomBytes(6).toString('hex')}`;
  remember({ label, value, madeBy: 'test' });
  return Buffer.from(value);
}

/** Has the scan look for a credential that the service made and gave to a caller. */
export function handedOut(label: string, credential: string): void {
  // Header and payload of a JWT are no secret.
  const value = credential.split('.').at(-1) ?? '';
  if (value.length >= 20) remember({ label, value, madeBy: 'service' });
}

/** Returns all that this suite has made or was given so far. */
export function knownHere(): readonly Known[] {
  return [...known.values()];
}

function remember(one: Known): void {
  if (known.has(one.value)) return;
  known.set(one.value, one);
  noteKnown(one);
}
