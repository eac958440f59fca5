import { randomFillSync } from 'node:crypto';
import { v7 } from 'uuid';

const BYTES = 16;
/** Random bytes for 256 ids at once: filling them one id at a time dominates the cost of an id. */
const entropy = Buffer.alloc(BYTES * 256);
let used = entropy.length;
let lastMs = 0;
let sequence = 0;

/**
 * Returns a UUIDv7. Ids sort by creation time, within a process also inside one millisecond (D6; RFC 9562 §6.2,
 * method 1).
 */
export function newId(): string {
  const random = nextRandom();
  const now = Date.now();
  if (now > lastMs) {
    lastMs = now;
    sequence = random.readInt32BE(6) & 0x7fffffff;
  } else {
    sequence = (sequence + 1) | 0;
    // The counter wrapped around: move on to the next millisecond.
    if (sequence === 0) lastMs += 1;
  }
  return v7({ random, msecs: lastMs, seq: sequence });
}

function nextRandom(): Buffer {
  if (used === entropy.length) {
    randomFillSync(entropy);
    used = 0;
  }
  used += BYTES;
  return entropy.subarray(used - BYTES, used);
}
