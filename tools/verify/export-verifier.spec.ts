import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { Frontier, hashLeaf, leafBytes, noteSigner, verifierKey } from '#libs/transparency';
import { ExportVerifier, type Verdict } from './export-verifier.js';
import { readCheckpoints } from './kept-checkpoints.js';
import { linesOf } from './lines-of.js';
import { checkpointsFor, linesFor, type SampleEvent, sampleEvents, SIGNER } from './testing/sample-log.js';

const read = (content: string, keys = [SIGNER]) => readCheckpoints([{ name: 'kept', content }], keys);

function verdictOf(lines: readonly string[], checkpoints: string): Verdict {
  const verifier = new ExportVerifier(read(checkpoints).heads);
  for (const line of lines) verifier.take(line);
  return verifier.verdict();
}

/** A log whose first 37 events were removed, as an event near its end says; and the hashes in their place. */
function retained(removed = 37, said: object = { last_leaf: 36, removed_in_all: 37 }) {
  const events = sampleEvents(50).map((event): SampleEvent =>
    event.leaf_index === 45 ? { ...event, action: 'audit.partition.drop', metadata: { ...said } } : event,
  );
  const hashes: string[] = [];
  for (let at = 0; at < removed;) {
    const level = Math.floor(Math.log2(Math.min(removed - at, at === 0 ? 64 : at & -at)));
    const frontier = Frontier.empty();
    for (const event of events.slice(at, at + 2 ** level))
      frontier.append(hashLeaf(leafBytes({ ...event, occurred_at: event.occurred_at_exact })));
    const hash = Buffer.from(frontier.root).toString('base64');
    hashes.push(JSON.stringify({ removed: { level, position: at / 2 ** level, hash } }));
    at += 2 ** level;
  }
  return { events, lines: [...linesFor(events.slice(removed)), ...hashes] };
}

describe('an export after retention', () => {
  it('verifies when a sealed event accounts for what is gone', () => {
    const { events, lines } = retained();
    const verdict = verdictOf(lines, checkpointsFor(events, [10, 37, 40, 50]));
    expect(verdict).toEqual({
      faults: [],
      events: 13,
      vouchedFor: 13,
      newer: 0,
      removed: 37,
      checkpoints: 3,
    });
  });

  it.each([
    ['more is gone than that', 38, undefined, [50]],
    ['less was said to go', 37, { last_leaf: 36, removed_in_all: 36 }, [50]],
    ['what is gone lies elsewhere', 37, { last_leaf: 30, removed_in_all: 37 }, [50]],
    ['nothing usable was said', 37, {}, [50]],
    ['what was said is under no checkpoint', 37, undefined, [40]],
  ])('does not where %s', (_what, removed, said, sizes) => {
    const { events, lines } = retained(removed, said);
    const { faults } = verdictOf(lines, checkpointsFor(events, sizes));
    expect(faults.join()).toContain('hashes stand in place of');
  });

  it('does not where hashes cover all that was ever signed', () => {
    const { events } = retained(37, { last_leaf: 1023, removed_in_all: 1024 });
    const junk = { removed: { level: 10, position: 0, hash: Buffer.alloc(32, 1).toString('base64') } };
    const lines = [...linesFor(events.slice(45)), JSON.stringify(junk)];
    expect(verdictOf(lines, checkpointsFor(events, [50])).faults.join()).toContain(
      'reach past the newest checkpoint',
    );
  });
});

describe('checkpoints', () => {
  const events = sampleEvents(4);
  const lines = checkpointsFor(events, [2, 4]);
  const [first = ''] = lines.split('\n');
  const note = (JSON.parse(first) as { checkpoint: string }).checkpoint;

  it('are read from lines and from a note alone, and by any of several keys', () => {
    expect(read(lines).heads.map(({ treeSize }) => treeSize)).toEqual([2, 4]);
    expect(read(note).heads).toHaveLength(1);
    const other = noteSigner(SIGNER.name, Buffer.alloc(32, 9));
    expect(verifierKey(other)).not.toBe(verifierKey(SIGNER));
    expect(read(lines, [other, SIGNER])).toMatchObject({ faults: [], heads: [{}, {}] });
    expect(read(lines, [other]).faults).toHaveLength(2);
  });

  it('that say different things of one size are two histories', () => {
    const forked = sampleEvents(4).map((event) => ({ ...event, actor: 'user:other' }));
    expect(read(lines + checkpointsFor(forked, [4])).faults.join()).toContain('two histories');
    expect(read(lines + lines).faults).toEqual([]);
  });

  it('that a crash has cut off are told of, and do no harm', () => {
    const { heads, faults, cutOff } = read(`${first.slice(0, 40)}\n${lines}`);
    expect([heads.length, faults, cutOff]).toEqual([2, [], ['kept line 1']]);
  });

  it.each(['{"checkpoint":1}', '{"checkpoint":""}', '{}'])('are not made of %s', (line) => {
    expect(read(`${first}\n${line}\n`).faults).toHaveLength(1);
  });

  it('of another log under the same key count for nothing', () => {
    const elsewhere = noteSigner('another/log', Buffer.alloc(32, 3));
    expect(read(lines, [elsewhere]).heads).toEqual([]);
  });
});

describe('lines', () => {
  it('end at newlines alone, wherever the pieces do', async () => {
    const text = '{"a":"\u2028\u0085\r"}\n\nü€\nlast';
    const bytes = Buffer.from(text);
    for (const size of [1, 2, 3, 100]) {
      const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
        bytes.subarray(n * size, (n + 1) * size),
      );
      const found: string[] = [];
      for await (const line of linesOf(Readable.from(pieces, { objectMode: false }))) found.push(line);
      expect(found).toEqual(text.split('\n'));
    }
  });
});
