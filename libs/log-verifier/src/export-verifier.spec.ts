import { Readable } from 'node:stream';
import { describe, expect, it } from '@jest/globals';
import { Frontier, hashLeaf, leafBytes, noteSigner } from '#libs/merkle-log';
import { verifierKey } from '../../merkle-log/src/signed-note.js';
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

const UNTIL = '2026-10-01T00:00:00.000Z';
const SAID = { last_leaf: 36, removed_in_all: 37, until: UNTIL };
const dropEvent = (event: SampleEvent, said: object, actor = 'system:audit-retention'): SampleEvent => ({
  ...event,
  ...{ actor, action: 'audit.partition.drop', metadata: { ...said } },
});
const daysEarlier = (event: SampleEvent, days: number): SampleEvent => {
  const at = new Date(Date.parse(event.occurred_at) - days * 86_400_000).toISOString();
  return { ...event, occurred_at: at, occurred_at_exact: at.replace('Z', '123Z') };
};

/** Returns the line that stands in place of the events of a subtree. */
function hashLine(events: readonly SampleEvent[], level: number, position: number): string {
  const frontier = Frontier.empty();
  for (const event of events.slice(position * 2 ** level, (position + 1) * 2 ** level))
    frontier.append(hashLeaf(leafBytes({ ...event, occurred_at: event.occurred_at_exact })));
  const hash = Buffer.from(frontier.root).toString('base64');
  return JSON.stringify({ removed: { level, position, hash } });
}

/**
 * Returns a log whose first 37 events, of September, were removed, as an event near its end records, with the hashes
 * that replace them.
 */
function retained(removed = 37, said: object = SAID, actor?: string) {
  const events = sampleEvents(50).map((event, n) =>
    n === 45 ? dropEvent(event, said, actor) : n < 37 ? daysEarlier(event, 60) : event,
  );
  const hashes: string[] = [];
  for (let at = 0; at < removed;) {
    const level = Math.floor(Math.log2(Math.min(removed - at, at === 0 ? 64 : at & -at)));
    hashes.push(hashLine(events, level, at / 2 ** level));
    at += 2 ** level;
  }
  return { events, lines: [...linesFor(events.slice(removed)), ...hashes] };
}

describe('an export after retention', () => {
  it('verifies when a sealed event records the removal', () => {
    const { events, lines } = retained();
    const verdict = verdictOf(lines, checkpointsFor(events, [10, 37, 40, 50]));
    expect(verdict).toEqual({
      ...{
        faults: [],
        events: 13,
        vouchedFor: 13,
        newer: 0,
        removed: 37,
        removedUntil: UNTIL,
        checkpoints: 3,
      },
    });
  });

  it.each([
    ['more was removed than recorded', 38, SAID],
    ['less was recorded than removed', 37, { ...SAID, removed_in_all: 36 }],
    ['other leaves were removed than recorded', 37, { ...SAID, last_leaf: 30 }],
    ['the record is unusable', 37, {}],
  ])('fails when %s, unless a month was dropped meanwhile', (_what, removed, said) => {
    const { events, lines } = retained(removed, said);
    const { faults } = verdictOf(lines, checkpointsFor(events, [50]));
    expect(faults).toEqual([expect.stringMatching(/^hashes replace .*dropped while the export ran/)]);
  });

  it('fails when the record is not under a checkpoint', () => {
    const { events, lines } = retained();
    const { faults } = verdictOf(lines, checkpointsFor(events, [40]));
    expect(faults).toEqual([expect.stringMatching(/^hashes replace .*no event under a checkpoint/)]);
  });

  it('names no removed period where nothing is removed, whatever is recorded', () => {
    const { events, lines } = retained(0);
    const verdict = verdictOf(lines, checkpointsFor(events, [50]));
    expect(verdict).toMatchObject({ faults: [], removed: 0, removedUntil: null });
  });

  it.each(['2026-10-02T00:00:00.000Z', '2026-11-01T00:00:00.000Z', '2027-01-01T00:00:00.000Z', 7, null])(
    'fails when the record names %s as the end of the removed events',
    (until) => {
      const { events, lines } = retained(37, { ...SAID, until });
      const { faults } = verdictOf(lines, checkpointsFor(events, [50]));
      expect(faults.join()).toContain('does not name the end of a past month');
    },
  );

  it('uses only the latest record of retention', () => {
    const events = retained().events.map((event, n) => {
      if (n === 40) return dropEvent(event, { ...SAID, last_leaf: 19, removed_in_all: 20 });
      return n === 48 ? { ...dropEvent(event, {}), action: 'audit.partition.create' } : event;
    });
    const lines = [...linesFor(events.slice(37)), ...retained().lines.slice(13)];
    expect(verdictOf(lines, checkpointsFor(events, [50])).faults).toEqual([]);
  });

  it('takes the record that was sealed last for the latest, not the one that began last', () => {
    const said = [{ ...SAID, last_leaf: 19, removed_in_all: 20 }, SAID];
    const events = retained().events.map((event, n) =>
      n === 43 || n === 44 ? dropEvent(event, said[n - 43]!) : n === 45 ? sampleEvents(50)[n]! : event,
    );
    const lines = [...linesFor(events.slice(37)), ...retained().lines.slice(13)];
    expect(lines.findIndex((line) => line.includes('"leaf_index":43'))).toBeLessThan(
      lines.findIndex((line) => line.includes('"leaf_index":44')),
    );
    expect(verdictOf(lines, checkpointsFor(events, [50])).faults).toEqual([]);
  });

  it('fails when the record is the first event after the newest checkpoint', () => {
    const { events, lines } = retained();
    expect(verdictOf(lines, checkpointsFor(events, [45])).faults.join()).toContain(
      'no event under a checkpoint',
    );
    expect(verdictOf(lines, checkpointsFor(events, [46])).faults).toEqual([]);
  });

  it('fails when the record is not sealed', () => {
    const { events } = retained();
    const all = events.map((event, n) => (n === 45 ? { ...event, action: 'auth.login' } : event));
    const record = { ...events[45]!, id: events[45]!.id.replace('7d10', '7d11'), leaf_index: null };
    const lines = [...linesFor([...all.slice(37), record]), ...retained().lines.slice(13)];
    expect(verdictOf(lines, checkpointsFor(all, [50])).faults).toEqual([
      expect.stringContaining('no event under a checkpoint'),
    ]);
  });

  it('fails when the record has another actor than retention', () => {
    const { events, lines } = retained(37, SAID, 'user:somebody');
    expect(verdictOf(lines, checkpointsFor(events, [50])).faults.join()).toContain(
      'no event under a checkpoint',
    );
  });

  it('fails when one event was restored to hide the removal of another', () => {
    const { events } = retained();
    const back = daysEarlier(events[36]!, 0);
    const hashes = [hashLine(events, 5, 0), hashLine(events, 2, 8), hashLine(events, 0, 37)];
    const said = { ...SAID, last_leaf: 37 };
    const all = events.map((event, n) => (n === 45 ? dropEvent(event, said) : event));
    const lines = [...linesFor([...all.slice(38), back]), ...hashes];
    expect(verdictOf(lines, checkpointsFor(all, [50])).faults).toEqual([
      expect.stringContaining('though all of them were removed: restored'),
    ]);
  });

  it('fails when a false record hides a single event of this month', () => {
    const said = { last_leaf: 20, removed_in_all: 1, until: UNTIL };
    const events = sampleEvents(50).map((event, n) => (n === 45 ? dropEvent(event, said) : event));
    const lines = [...linesFor(events.filter((_event, n) => n !== 20)), hashLine(events, 0, 20)];
    expect(verdictOf(lines, checkpointsFor(events, [50])).faults).toEqual([
      expect.stringContaining('leaf 20 has no event, but was sealed after events that are later'),
    ]);
  });

  it.each<[number, unknown[]]>([
    [-1, [expect.stringContaining('though all of them were removed: restored')]],
    [0, []],
    [10 * 60_000, []],
    [10 * 60_000 + 1, [expect.stringContaining('leaf 20 has no event, but was sealed after events')]],
  ])(
    'judges a removal by events sealed before it, %d ms after the end that its record names',
    (ms, faults) => {
      const at = new Date(Date.parse(UNTIL) + ms).toISOString();
      const times = { occurred_at: at, occurred_at_exact: at.replace('Z', '123Z') };
      const said = { last_leaf: 20, removed_in_all: 1, until: UNTIL };
      const events = sampleEvents(50).map((event, n) =>
        n === 45 ? dropEvent(event, said) : n < 20 ? { ...event, ...times } : event,
      );
      const lines = [...linesFor(events.filter((_event, n) => n !== 20)), hashLine(events, 0, 20)];
      expect(verdictOf(lines, checkpointsFor(events, [50])).faults).toEqual(faults);
    },
  );

  it('fails when hashes replace all events up to the newest checkpoint, whose record is not under it', () => {
    const { events } = retained();
    const lines = [...linesFor(events.slice(32)), hashLine(events, 5, 0)];
    expect(verdictOf(lines, checkpointsFor(events, [32])).faults).toEqual([
      expect.stringContaining('no event under a checkpoint records their removal'),
    ]);
  });

  it('verifies when the record names a later leaf as the last one', () => {
    const { events, lines } = retained(37, { ...SAID, last_leaf: 40 });
    expect(verdictOf(lines, checkpointsFor(events, [50])).faults).toEqual([]);
  });

  it('fails when an event replaces removed ones, or hashes replace events', () => {
    const { events, lines } = retained();
    const forged = { ...events[40]!, id: `${events[40]!.id.slice(0, -1)}f`, leaf_index: 5 };
    const withForged = [...linesFor([...events.slice(37), forged]), ...lines.slice(13)];
    const withHash = [...lines, hashLine(events, 0, 40)];
    for (const tampered of [withForged, withHash])
      expect(verdictOf(tampered, checkpointsFor(events, [50])).faults).toEqual([
        expect.stringContaining('overlap at the same leaves'),
      ]);
    expect(verdictOf([...lines, lines.at(-1)!], checkpointsFor(events, [50])).faults.join()).toContain(
      'duplicate hashes in place of leaf 36',
    );
  });

  it('fails when hashes replace every signed event', () => {
    const { events } = retained(37, { ...SAID, last_leaf: 1023, removed_in_all: 1024 });
    const junk = { removed: { level: 10, position: 0, hash: Buffer.alloc(32, 1).toString('base64') } };
    const lines = [...linesFor(events.slice(45)), JSON.stringify(junk)];
    expect(verdictOf(lines, checkpointsFor(events, [50])).faults.join()).toContain(
      'extend beyond the newest checkpoint',
    );
  });
});

describe('the time of a sealed event', () => {
  const dated = (minutes: number) =>
    sampleEvents(50).map((event, n) => (n === 30 ? daysEarlier(event, minutes / 1440) : event));

  it('may be some minutes before that of earlier leaves, as in a slow transaction', () => {
    const events = dated(9);
    expect(verdictOf(linesFor(events), checkpointsFor(events, [50])).faults).toEqual([]);
  });

  it('is reported as inserted later when it is much earlier', () => {
    const events = dated(30 * 1440);
    expect(verdictOf(linesFor(events), checkpointsFor(events, [50])).faults).toEqual([
      expect.stringContaining('leaf 30: is dated long before events that were sealed before it'),
    ]);
  });
});

describe('a malicious export', () => {
  const events = sampleEvents(4);
  const kept = checkpointsFor(events, [4]);

  it.each([
    ['is nested too deep', '['.repeat(1_000_000)],
    ['closes what it opens', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
    ['is nested too deep in an event', `{"metadata":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_001)}`],
    ['holds a number out of range', linesFor(events)[0]!.replace('"count":3', '"count":1e400')],
    ['names a member twice', linesFor(events)[0]!.replace('"status"', '"actor":"user:1","status"')],
    ['escapes a letter', linesFor(events)[0]!.replace('"auth', '"\\u0061uth')],
    ['writes a number differently', linesFor(events)[0]!.replace('"count":3', '"count":3.0')],
    ['has an impossible date', linesFor(events)[0]!.replaceAll('2026-11-21', '2026-99-99')],
    ['ends with a carriage return', `${linesFor(events)[0]!}\r`],
  ])('is rejected when a line %s', (_what, line) => {
    expect(line).not.toBe(linesFor(events)[0]);
    const { faults } = verdictOf([line, ...linesFor(events).slice(1)], kept);
    expect(faults[0]).toBe('line 1: is not as the service writes it: edited or truncated');
  });

  it('does not buffer leaves beyond the last checkpoint', () => {
    const before = process.memoryUsage().arrayBuffers;
    const verifier = new ExportVerifier(read(kept).heads);
    for (let n = 2000; n > 0; n -= 1)
      verifier.take(JSON.stringify({ ...sampleEvents(1)[0], leaf_index: n * 1_000_000 }));
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(50_000_000);
    expect(verifier.verdict()).toMatchObject({ newer: 2000, vouchedFor: 0 });
  });
});

describe('checkpoints', () => {
  const events = sampleEvents(4);
  const lines = checkpointsFor(events, [2, 4]);
  const [first = ''] = lines.split('\n');
  const note = (JSON.parse(first) as { checkpoint: string }).checkpoint;

  it('are read from lines and notes, verified with any of several keys', () => {
    expect(read(lines).heads.map(({ treeSize }) => treeSize)).toEqual([2, 4]);
    expect(read(note).heads).toHaveLength(1);
    const other = noteSigner(SIGNER.name, Buffer.alloc(32, 9));
    expect(verifierKey(other)).not.toBe(verifierKey(SIGNER));
    expect(read(lines, [other, SIGNER])).toMatchObject({ faults: [], heads: [{}, {}] });
    expect(read(lines, [other]).faults).toHaveLength(2);
  });

  it('are ordered by tree size, whatever their order in the file', () => {
    const backwards = lines.trimEnd().split('\n').reverse().join('\n');
    expect(read(backwards).heads.map(({ treeSize }) => treeSize)).toEqual([2, 4]);
  });

  it("signed by another log's key are reported, even when that key is configured", () => {
    const elsewhere = noteSigner('another/log', Buffer.alloc(32, 3));
    const text = note.slice(0, note.indexOf('\n\n') + 1);
    expect(read(elsewhere.sign(text), [SIGNER, elsewhere])).toMatchObject({
      heads: [],
      faults: ['kept: is not a checkpoint that one of the given keys has signed'],
    });
  });

  it('with different roots for one size are reported as a fork', () => {
    const forked = sampleEvents(4).map((event) => ({ ...event, actor: 'user:other' }));
    expect(read(lines + checkpointsFor(forked, [4])).faults.join()).toContain('two histories');
    expect(read(lines + lines).faults).toEqual([]);
  });

  it('truncated by a crash are reported without other effects', () => {
    const { heads, faults, cutOff } = read(`${first.slice(0, 40)}\n${lines}`);
    expect([heads.length, faults, cutOff]).toEqual([2, [], ['kept line 1']]);
  });

  it.each(['{"checkpoint":1}', '{"checkpoint":""}', '{}'])('are rejected for %s', (line) => {
    expect(read(`${first}\n${line}\n`).faults).toHaveLength(1);
  });

  it('of another log under the same key are ignored', () => {
    const elsewhere = noteSigner('another/log', Buffer.alloc(32, 3));
    expect(read(lines, [elsewhere]).heads).toEqual([]);
  });
});

describe('lines', () => {
  it('longer than the service writes are reported and not buffered', async () => {
    const piece = Buffer.alloc(2 ** 20, 'x');
    const pieces = [...Array.from({ length: 40 }, () => piece), Buffer.from('\nnext\n'), piece];
    const found: number[] = [];
    for await (const line of linesOf(Readable.from(pieces, { objectMode: false }))) found.push(line.length);
    expect(found).toEqual(['(too long)'.length, 'next'.length, 2 ** 20]);
  });

  it('are measured one by one, however they are distributed over chunks', async () => {
    const half = 9 * 2 ** 20;
    const lengths = async (...pieces: string[]): Promise<number[]> => {
      const found: number[] = [];
      const input = Readable.from(
        pieces.map((piece) => Buffer.from(piece)),
        { objectMode: false },
      );
      for await (const line of linesOf(input)) found.push(line.length);
      return found;
    };
    const x = 'x'.repeat(half);
    expect(await lengths(`${x}\n${x}\n`)).toEqual([half, half]);
    expect(await lengths(x, x)).toEqual(['(too long)'.length]);
    const most = 'x'.repeat(2 ** 23);
    expect(await lengths(most, most)).toEqual([2 ** 24]);
    expect(await lengths(most, most, 'x')).toEqual(['(too long)'.length]);
  });

  it('end only at newlines, for any chunking', async () => {
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
