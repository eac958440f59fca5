import { describe, expect, it } from '@jest/globals';
import { hashLeaf, leafBytes } from '#libs/merkle-log';
import { readExportLine } from './export-line.js';
import { sampleEvents } from './testing/sample-log.js';

const EVENT = sampleEvents(1)[0]!;
const HASH = Buffer.alloc(32, 7).toString('base64');
const line = (change: object): string => JSON.stringify({ ...EVENT, ...change });

describe('an event line of an export', () => {
  it('is parsed with its leaf hash, which covers the exact time', () => {
    const { occurred_at_exact: at, leaf_index: _, ...members } = EVENT;
    expect(readExportLine(JSON.stringify(EVENT))).toEqual({
      ...{ kind: 'event', id: EVENT.id, actor: EVENT.actor, action: EVENT.action, metadata: EVENT.metadata },
      ...{ at, atMs: Date.parse(EVENT.occurred_at), leafIndex: 0 },
      leafHash: hashLeaf(leafBytes({ ...members, occurred_at: at })),
    });
  });

  it('has no leaf before it is sealed', () => {
    expect(readExportLine(line({ leaf_index: null }))).toMatchObject({ kind: 'event', leafIndex: null });
  });

  it.each([
    ['a number for an id', { id: 1 }],
    ['no action', { action: null }],
    ['metadata in a list', { metadata: [] }],
    ['no metadata', { metadata: null }],
    ['metadata as text', { metadata: 'text' }],
    ['a leaf before the first', { leaf_index: -1 }],
    ['half a leaf', { leaf_index: 0.5 }],
    ['a leaf in words', { leaf_index: '0' }],
    ['no exact time', { occurred_at_exact: null }],
    ['a time that is not the exact one, rounded', { occurred_at: '2026-11-21T00:00:00.001Z' }],
    ['one member more', { another: 1 }],
  ])('is rejected with %s', (_what, change) => {
    expect(readExportLine(line(change))).toBeNull();
  });

  it.each([
    ...['2026-11-21T00:00:00.000123', '2026-11-21T00:00:00.000Z', '2026-11-21 00:00:00.000123Z'],
    '+002026-11-21T00:00:00.000123Z',
  ])('is rejected with the time %s', (at) => {
    const times = { occurred_at: `${at.slice(0, 23)}Z`, occurred_at_exact: at };
    expect(readExportLine(line(times))).toBeNull();
  });

  it('is rejected with members in another order', () => {
    const { id, ...rest } = EVENT;
    expect(readExportLine(JSON.stringify({ ...rest, id }))).toBeNull();
  });
});

describe('an export line for removed events', () => {
  const removed = (change: object): string =>
    JSON.stringify({ removed: { level: 48, position: 0, hash: HASH, ...change } });

  it('is parsed with the position and hash of its subtree', () => {
    expect(readExportLine(removed({}))).toEqual({
      ...{ kind: 'removed', level: 48, position: 0, hash: Buffer.alloc(32, 7) },
    });
  });

  it.each([
    ['a level that no log reaches', removed({ level: 49 })],
    ['a level below the leaves', removed({ level: -1 })],
    ['a place before the first', removed({ position: -1 })],
    ['no place', removed({ position: null })],
    ['a short hash', removed({ hash: 'AAAA' })],
    ['no hash', removed({ hash: 32 })],
    ['another member', JSON.stringify({ removed: { level: 0, position: 0, hash: HASH }, id: 1 })],
    ['no subtree', JSON.stringify({ removed: null })],
  ])('is rejected with %s', (_what, text) => {
    expect(readExportLine(text)).toBeNull();
  });

  it.each(['null', '[]', '1', '"text"', '{'])('is rejected when it is %s', (text) => {
    expect(readExportLine(text)).toBeNull();
  });
});
