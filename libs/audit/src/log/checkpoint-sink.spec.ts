import { mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { checkpointText, noteSigner } from '#libs/merkle-log';
import { CheckpointSink, type StoredCheckpoint } from './checkpoint-sink.js';

const signer = noteSigner('log.test', Buffer.alloc(32, 1));
const kept = (treeSize: number, sealed_at = '2026-11-21T07:00:00.000Z'): StoredCheckpoint => ({
  checkpoint: signer.sign(
    checkpointText({ origin: 'log.test', treeSize, rootHash: Buffer.alloc(32, treeSize) }),
  ),
  sealed_at,
});

let parent: string;
let folder: string;
let sink: CheckpointSink;
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'countersign-sink-'));
  folder = join(parent, 'made', 'by the sink');
  sink = new CheckpointSink(folder);
});
afterEach(() => rm(parent, { recursive: true, force: true }));

const linesOf = async (day: string): Promise<unknown[]> =>
  (await readFile(join(folder, `checkpoints-${day}.ndjson`), 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);

/** Returns the folder's files that this process has open. */
async function heldOpen(): Promise<string[]> {
  const handles = await readdir('/proc/self/fd');
  const names = await Promise.all(handles.map((each) => readlink(`/proc/self/fd/${each}`).catch(() => '')));
  return names.filter((name) => name.startsWith(parent));
}

describe('the checkpoint sink', () => {
  it('writes one line per checkpoint to the file of its day, and the latest one to its own file', async () => {
    expect(await sink.latest()).toBeNull();
    await sink.keep([kept(1), kept(2), kept(3, '2026-11-22T00:00:00.000Z')]);
    await sink.keep([kept(4, '2026-11-22T00:00:01.000Z')]);
    await sink.keep([]);
    expect((await readdir(folder)).sort()).toEqual([
      'checkpoints-2026-11-21.ndjson',
      'checkpoints-2026-11-22.ndjson',
      'latest.checkpoint',
    ]);
    expect(await linesOf('2026-11-21')).toEqual([kept(1), kept(2)]);
    expect(await linesOf('2026-11-22')).toHaveLength(2);
    expect(await readFile(join(folder, 'latest.checkpoint'), 'utf8')).toBe(kept(4).checkpoint);
    expect(await new CheckpointSink(folder).latest()).toEqual({
      ...{ origin: 'log.test', treeSize: 4, rootHash: Buffer.alloc(32, 4) },
    });
  });

  it('terminates a line truncated by a crash before appending the next', async () => {
    await sink.keep([kept(1)]);
    const file = join(folder, 'checkpoints-2026-11-21.ndjson');
    await writeFile(file, '{"checkpoint":"log.te', { flag: 'a' });
    await sink.keep([kept(1), kept(2)]);
    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect([lines[0], ...lines.slice(2)].map((line) => JSON.parse(line!) as unknown)).toEqual([
      kept(1),
      kept(1),
      kept(2),
    ]);
  });

  it('appends each line once without interleaving, and closes the file', async () => {
    await sink.keep([kept(1)]);
    await sink.keep([kept(2)]);
    const lines = [kept(1), kept(2)].map((each) => `${JSON.stringify(each)}\n`);
    expect(await readFile(join(folder, 'checkpoints-2026-11-21.ndjson'), 'utf8')).toBe(lines.join(''));
    expect(await heldOpen()).toEqual([]);
  });

  it('fails for a malformed file and for a folder that is not writable', async () => {
    await sink.keep([kept(1)]);
    await writeFile(join(folder, 'latest.checkpoint'), 'nothing of the kind\n');
    await expect(sink.latest()).rejects.toThrow('is not a valid checkpoint');
    await rm(folder, { recursive: true });
    await writeFile(folder, 'a file in its place');
    await expect(sink.keep([kept(2)])).rejects.toThrow();
    await expect(sink.latest()).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});
