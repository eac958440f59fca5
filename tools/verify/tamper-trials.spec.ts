import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ExportVerifier, readCheckpoints } from '#libs/log-verifier';
import { hashLeaf, leafBytes } from '#libs/merkle-log';
import { randomCases } from '../../test/support/random-cases.js';
import {
  checkpointsFor,
  linesFor,
  type SampleEvent,
  sampleEvents,
  SIGNER,
} from '../../libs/log-verifier/src/testing/sample-log.js';

const EVENTS = sampleEvents(48);
const LINES = linesFor(EVENTS);
const CHECKPOINTS = checkpointsFor(EVENTS, [1, 20, 32, 40, 48]);

const read = (content: string) => readCheckpoints([{ name: 'checkpoints', content }], [SIGNER]);
const KEPT = read(CHECKPOINTS);

/** Returns what the verifier finds in an export and a file of checkpoints. */
function faultsOf(lines: readonly string[], checkpoints?: string): readonly string[] {
  const kept = checkpoints === undefined ? KEPT : read(checkpoints);
  const verifier = new ExportVerifier(kept.heads);
  for (const line of lines) verifier.take(line);
  return [...kept.faults, ...verifier.verdict().faults];
}

interface Tampered {
  readonly lines: readonly string[];
  readonly checkpoints?: string;
}
type Trial = fc.Arbitrary<Tampered>;

const place = fc.nat(LINES.length - 1);
const replaced = (at: number, line: string): string[] => LINES.map((each, n) => (n === at ? line : each));
const eventAt = (at: number): SampleEvent => JSON.parse(LINES[at]!) as SampleEvent;

const edit: Trial = fc
  .tuple(
    place,
    fc.constantFrom(
      'id',
      'actor',
      'action',
      'resource',
      'status',
      'correlation_id',
      'occurred_at',
      'occurred_at_exact',
      'metadata',
      'leaf_index',
    ),
    fc.oneof(fc.string(), fc.jsonValue(), fc.constant('2026-11-21T00:00:00.000Z')),
  )
  .map(([at, member, value]) => ({ at, text: JSON.stringify({ ...eventAt(at), [member]: value }) }))
  .filter(({ at, text }) => text !== LINES[at])
  .map(({ at, text }) => ({ lines: replaced(at, text) }));

const editOfMetadata: Trial = fc
  .tuple(place, fc.constantFrom('key_names', 'count', 'another'), fc.jsonValue())
  .map(([at, name, value]) => {
    const event = eventAt(at);
    return { at, text: JSON.stringify({ ...event, metadata: { ...event.metadata, [name]: value } }) };
  })
  .filter(({ at, text }) => text !== LINES[at])
  .map(({ at, text }) => ({ lines: replaced(at, text) }));

const editOfABit: Trial = fc.tuple(place, fc.nat(), fc.nat(7)).map(([at, offset, bit]) => {
  const bytes = Buffer.from(LINES[at]!);
  const index = offset % bytes.length;
  bytes[index] = bytes[index]! ^ (1 << bit);
  return { lines: replaced(at, bytes.toString()) };
});

const remove: Trial = fc.tuple(place, fc.boolean()).map(([at, closesTheGap]) => {
  const { leaf_index: gone } = eventAt(at);
  const rest = EVENTS.filter(({ leaf_index: index }) => index !== gone);
  const renumbered = rest.map((event, n) => ({ ...event, leaf_index: n }));
  return { lines: linesFor(closesTheGap ? renumbered : rest) };
});

const insert: Trial = fc
  .tuple(place, fc.constantFrom('shifting' as const, 'unsealed' as const, 'twice' as const), fc.string())
  .map(([at, how, actor]) => {
    const before = EVENTS[at]!;
    const added: SampleEvent = { ...before, id: before.id.replace('0197a3c2-7d10', '0197a3c2-7d11'), actor };
    if (how === 'twice') return { lines: linesFor([...EVENTS, added]) };
    // Events of the last minutes may not be sealed yet.
    const old = {
      ...added,
      occurred_at: '2026-11-20T00:00:00.000Z',
      occurred_at_exact: '2026-11-20T00:00:00.000000Z',
    };
    if (how === 'unsealed') return { lines: linesFor([...EVENTS, { ...old, leaf_index: null }]) };
    const shifted = [...EVENTS.slice(0, at), added, ...EVENTS.slice(at)];
    return { lines: linesFor(shifted.map((event, n) => ({ ...event, leaf_index: n }))) };
  });

const reorder: Trial = fc
  .tuple(place, place, fc.constantFrom('lines', 'leaves'))
  .filter(([one, other]) => one !== other)
  .map(([one, other, what]) => {
    if (what === 'lines') {
      const swapped = [...LINES];
      [swapped[one], swapped[other]] = [LINES[other]!, LINES[one]!];
      return { lines: swapped };
    }
    const swap = (n: number): number => (n === one ? other : n === other ? one : n);
    return { lines: linesFor(EVENTS.map((event, n) => ({ ...event, leaf_index: swap(n) }))) };
  });

const truncate: Trial = fc
  .tuple(fc.integer({ min: 1, max: LINES.length }), fc.constantFrom('newest', 'oldest', 'bytes'), fc.nat())
  .map(([count, which, cut]) => {
    if (which === 'newest') return { lines: LINES.slice(count) };
    if (which === 'oldest') return { lines: LINES.slice(0, -count) };
    const text = LINES.join('\n');
    return { lines: text.slice(0, cut % text.length).split('\n') };
  });

const rollBack: Trial = fc
  .tuple(fc.nat(EVENTS.length - 1), fc.boolean(), fc.string())
  .map(([size, growsAgain, actor]) => {
    const kept = EVENTS.slice(0, size);
    const others = EVENTS.slice(size).map((event) => ({ ...event, actor: `user:other ${actor}` }));
    return { lines: linesFor(growsAgain ? [...kept, ...others] : kept) };
  });

const forge: Trial = fc.tuple(fc.nat(4), fc.nat(), fc.nat(7)).map(([which, offset, bit]) => {
  const lines = CHECKPOINTS.trimEnd().split('\n');
  const { checkpoint, sealed_at } = JSON.parse(lines[which]!) as { checkpoint: string; sealed_at: string };
  const bytes = Buffer.from(checkpoint);
  const index = offset % bytes.length;
  bytes[index] = bytes[index]! ^ (1 << bit);
  lines[which] = JSON.stringify({ checkpoint: bytes.toString(), sealed_at });
  return { lines: LINES, checkpoints: lines.join('\n') };
});

/** Replaces events by hashes, with or without a sealed event that records a retention. */
const claimRetention: Trial = fc
  .tuple(
    fc.uniqueArray(fc.integer({ min: 1, max: 44 }), { minLength: 1, maxLength: 40 }),
    fc.boolean(),
    fc.constantFrom('2026-10-01T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2026-12-01T00:00:00.000Z'),
  )
  .map(([gone, says, until]) => {
    const metadata = { until, last_leaf: 47, removed_in_all: gone.length };
    const drop = { actor: 'system:audit-retention', action: 'audit.partition.drop', metadata };
    const events = EVENTS.map((event) => (says && event.leaf_index === 46 ? { ...event, ...drop } : event));
    const hashes = gone.map((position) => {
      const event = events[position]!;
      const hash = hashLeaf(leafBytes({ ...event, occurred_at: event.occurred_at_exact }));
      return JSON.stringify({ removed: { level: 0, position, hash: Buffer.from(hash).toString('base64') } });
    });
    const kept = events.filter(({ leaf_index: index }) => !gone.includes(index!));
    return { lines: [...linesFor(kept), ...hashes], checkpoints: checkpointsFor(events, [20, 48]) };
  });

/** Written by the database's owner and sealed that day, but dated long before. */
const backdate: Trial = fc
  .tuple(fc.integer({ min: 1, max: 47 }), fc.integer({ min: 16, max: 1_000_000 }))
  .map(([at, minutes]) => {
    const events = EVENTS.map((event) => {
      if (event.leaf_index !== at) return event;
      const when = new Date(Date.parse(event.occurred_at) - minutes * 60_000).toISOString();
      return { ...event, occurred_at: when, occurred_at_exact: when.replace('Z', '123Z') };
    });
    return { lines: linesFor(events), checkpoints: checkpointsFor(events, [20, 48]) };
  });

const TRIALS: Readonly<Record<string, Trial>> = {
  'an edited member': edit,
  'edited metadata': editOfMetadata,
  'a flipped bit': editOfABit,
  'a deleted event': remove,
  'an inserted event': insert,
  'a changed order': reorder,
  'a truncated log': truncate,
  'a log rolled back, or rolled back and grown again': rollBack,
  'a changed checkpoint': forge,
  'a false claim of retention': claimRetention,
  'an event with a false date': backdate,
};

describe('an untampered log', () => {
  it('verifies, events newer than the newest checkpoint included', () => {
    expect(faultsOf(LINES)).toEqual([]);
    const more = sampleEvents(60).map((event) =>
      event.leaf_index! > 56 ? { ...event, leaf_index: null } : event,
    );
    expect(faultsOf(linesFor(more))).toEqual([]);
  });
});

describe.each(Object.entries(TRIALS))('%s', (_name, trial) => {
  it('is detected in every random trial', () => {
    fc.assert(
      fc.property(trial, ({ lines, checkpoints }) => {
        expect(faultsOf(lines, checkpoints)).not.toEqual([]);
      }),
      { numRuns: randomCases(250, 2_000) },
    );
  });
});
