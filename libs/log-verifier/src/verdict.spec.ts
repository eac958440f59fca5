import { describe, expect, it } from '@jest/globals';
import { ExportVerifier, type Verdict } from './export-verifier.js';
import { readCheckpoints } from './kept-checkpoints.js';
import { checkpointsFor, linesFor, type SampleEvent, sampleEvents, SIGNER } from './testing/sample-log.js';

const EVENTS = sampleEvents(30);
const LINES = linesFor(EVENTS);
const { heads: HEADS } = readCheckpoints(
  [{ name: 'kept', content: checkpointsFor(EVENTS, [10, 30]) }],
  [SIGNER],
);

function verdictOf(lines: readonly string[], heads = HEADS): Verdict {
  const verifier = new ExportVerifier(heads);
  for (const line of lines) verifier.take(line);
  return verifier.verdict();
}
const changed = (at: number, change: Partial<SampleEvent>): SampleEvent[] =>
  EVENTS.map((event) => (event.leaf_index === at ? { ...event, ...change } : event));
/** Returns the same event, so many milliseconds after the start of the log. */
const timed = (event: SampleEvent, ms: number): SampleEvent => {
  const at = new Date(Date.UTC(2026, 10, 21) + ms).toISOString();
  return { ...event, occurred_at: at, occurred_at_exact: at.replace('Z', '123Z') };
};
/** Leaf 1 dated so many milliseconds before leaf 0, and all the rest after both. */
function datedBack(ms: number): readonly string[] {
  const events = EVENTS.map((event, n) => timed(event, n === 1 ? 3_600_000 - ms : 3_600_000 + n * 1000));
  const { heads } = readCheckpoints([{ name: 'kept', content: checkpointsFor(events, [30]) }], [SIGNER]);
  return verdictOf(linesFor(events), heads).faults;
}

describe('the verdict on an export', () => {
  it('counts all events, those covered by a checkpoint, and the others', () => {
    const { heads } = readCheckpoints(
      [{ name: 'kept', content: checkpointsFor(EVENTS, [10, 20]) }],
      [SIGNER],
    );
    const lines = linesFor(EVENTS.map((event, n) => (n > 27 ? { ...event, leaf_index: null } : event)));
    expect(verdictOf(lines, heads)).toEqual({
      ...{
        faults: [],
        events: 30,
        vouchedFor: 20,
        newer: 10,
        removed: 0,
        removedUntil: null,
        checkpoints: 2,
      },
    });
  });

  it('covers no event without a checkpoint', () => {
    expect(verdictOf(LINES, [])).toMatchObject({ vouchedFor: 0, newer: 30, checkpoints: 0 });
  });

  it('reports a line that is not older than the preceding one', () => {
    const [newest, next, ...rest] = LINES;
    expect(verdictOf([next!, newest!, ...rest]).faults).toEqual([
      'line 2: is not older than the line before it: inserted or reordered',
    ]);
  });

  it('accepts two events of one microsecond only in the order of their ids', () => {
    const one = { ...EVENTS[7]!, leaf_index: null };
    const same = [
      { ...one, id: '0197a3c2-7d10-7c3a-9b1e-ffffffffffff' },
      { ...one, id: '0197a3c2-7d10-7c3a-9b1e-eeeeeeeeeeee' },
    ].map((event) => JSON.stringify(event));
    expect(verdictOf(same, []).faults).toEqual([]);
    const fault = 'line 2: is not older than the line before it: inserted or reordered';
    expect(verdictOf([...same].reverse(), []).faults).toEqual([fault]);
    expect(verdictOf([same[0]!, same[0]!], []).faults).toEqual([fault]);
  });

  it('reports the checkpoints between which events differ', () => {
    const verdict = verdictOf(linesFor(changed(20, { actor: 'user:other' })));
    expect(verdict.faults).toEqual([
      'between leaf 10 and leaf 29: not the events that the checkpoint covers: edited, inserted, deleted or reordered',
    ]);
    expect(verdict.checkpoints).toBe(2);
    expect(verdictOf(linesFor(changed(9, { actor: 'user:other' }))).faults[0]).toContain(
      'leaf 0 and leaf 9:',
    );
  });

  it('reports the last leaf but one without an event as deleted, not as the end of the log', () => {
    const last = EVENTS.length - 1;
    const verdict = verdictOf(linesFor(EVENTS.filter((event) => event.leaf_index !== last - 1)));
    expect(verdict.faults).toEqual([`leaf ${last - 1} is missing: its event was deleted`]);
  });

  it('reports a leaf without an event, and the number of checkpoints before it', () => {
    const verdict = verdictOf(linesFor(EVENTS.filter((event) => event.leaf_index !== 12)));
    expect(verdict.faults).toEqual(['leaf 12 is missing: its event was deleted']);
    expect(verdict.checkpoints).toBe(1);
  });

  it('reports the end of the log when a checkpoint covers more', () => {
    expect(verdictOf(linesFor(EVENTS.slice(0, 25))).faults).toEqual([
      'the log ends at 25 events, but a checkpoint covers 30: truncated or rolled back ' +
        '(unless the export is older than the checkpoint: then export again)',
    ]);
  });

  it("reports the line of an event at another event's leaf", () => {
    const copy = { ...EVENTS[5]!, id: EVENTS[5]!.id.replace('7d10', '7d09') };
    const lines = linesFor([...EVENTS, copy]);
    const at = lines.indexOf(JSON.stringify(copy)) + 1;
    expect(verdictOf(lines).faults).toEqual([`line ${at}: leaf 5 appears twice: inserted or copied`]);
  });

  it('accepts a sealed event up to ten minutes late', () => {
    expect(datedBack(10 * 60_000)).toEqual([]);
    expect(datedBack(10 * 60_000 + 1)).toEqual([
      'leaf 1: is dated long before events that were sealed before it: inserted with a false time ' +
        '(or the clock of the database was set back)',
    ]);
  });

  it('accepts an unsealed event up to ten minutes late', () => {
    const newest = timed(EVENTS[29]!, 600_000);
    const waiting = (ms: number) => timed({ ...EVENTS[0]!, leaf_index: null }, ms);
    expect(verdictOf(linesFor([newest, waiting(0)]), []).faults).toEqual([]);
    expect(verdictOf(linesFor([newest, waiting(-1)]), []).faults).toEqual([
      'line 2: was never sealed, though later events were: inserted',
    ]);
    expect(verdictOf(linesFor([waiting(-1)]), []).faults).toEqual([]);
  });

  it('lists twenty faults, and whether there are more', () => {
    const lines = Array.from({ length: 25 }, (_, n) => `no line ${n}`);
    const { faults } = verdictOf(lines, []);
    expect(faults).toHaveLength(21);
    expect(faults[19]).toBe('line 20: is not as the service writes it: edited or truncated');
    expect(faults[20]).toBe('and more');
    expect(verdictOf(lines.slice(0, 20), []).faults).not.toContain('and more');
  });
});
