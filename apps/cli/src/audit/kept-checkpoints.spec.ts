import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { keepCheckpoint } from './kept-checkpoints.js';

const CHECKPOINT = {
  checkpoint: 'a signed note',
  origin: 'log',
  tree_size: 1,
  root_hash: '',
  public_key: '',
};
let parent: string;

beforeEach(() => void (parent = mkdtempSync(join(tmpdir(), 'kept-checkpoints-'))));
afterEach(() => rmSync(parent, { recursive: true }));

const kept = (): string[] => readdirSync(parent, { recursive: true }).map(String).sort();
const keep = (sealed_at: string): Promise<void> =>
  keepCheckpoint(join(parent, 'kept'), { ...CHECKPOINT, sealed_at });

describe('a checkpoint', () => {
  it('is kept in the file of its day', async () => {
    await keep('2026-11-22T12:00:00.000Z');
    expect(kept()).toEqual(['kept', 'kept/checkpoints-2026-11-22.ndjson', 'kept/latest.checkpoint']);
  });

  it.each(['/../../x', '/../../2026-11-22T12:00:00Z', '2026-11-22', ''])(
    'is not kept outside of the folder by a service that says %j for its time',
    async (sealedAt) => {
      await expect(keep(sealedAt)).rejects.toThrow('does not say when');
      expect(kept()).toEqual([]);
    },
  );
});
