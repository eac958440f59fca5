import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, it } from '@jest/globals';
import { processesMarked, shareOf } from './postgres-under-fire.js';

describe('the share of the connections that are ended', () => {
  const pids = [11, 12, 13, 14, 15, 16, 17, 18, 19, 20];

  it.each([
    [0.2, [11, 16]],
    [0.5, [11, 13, 15, 17, 19]],
    [1, pids],
  ])('is, for %d of ten, always %j', (share, chosen) => {
    expect(shareOf(pids, share)).toEqual(chosen);
  });

  it('is one at least, unless there is none', () => {
    expect([shareOf([11], 0.2), shareOf([], 1)]).toEqual([[11], []]);
  });
});

it('a process that is left over is known by the mark in its environment', async () => {
  const env = { MARK_OF_A_RUN: 'one' };
  const script = "process.stdout.write('up'); setInterval(() => {}, 1000)";
  const left = spawn(process.execPath, ['-e', script], { env, stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    await once(left.stdout, 'data');
    expect(await processesMarked('MARK_OF_A_RUN=one')).toEqual([expect.stringMatching(`^${left.pid} `)]);
    expect(await processesMarked('MARK_OF_A_RUN=another')).toEqual([]);
  } finally {
    left.kill('SIGKILL');
    await once(left, 'exit');
  }
});
