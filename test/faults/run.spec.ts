import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { expect, it } from '@jest/globals';

it('a short run with faults holds what a long one has to hold', async () => {
  const args = [resolve('dist/test/faults/main.js'), '--seed', 'short', '--injections', '3'];
  const run = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const words: string[] = [];
  for (const stream of [run.stdout, run.stderr])
    stream.on('data', (chunk: Buffer) => words.push(chunk.toString()));
  const [code] = (await once(run, 'close')) as [number | null];
  const said = words.join('');
  expect(said).toContain('Injections (3):');
  expect(said.match(/^BROKEN .*(\n {10}.*)*/gm) ?? []).toEqual([]);
  expect(code).toBe(0);
}, 300_000);
