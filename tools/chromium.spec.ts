import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect, it } from '@jest/globals';
import { findChromium } from './chromium.js';

it('finds an executable Chromium on the search path, else undefined', async () => {
  const [empty, full] = [await mkdtemp(join(tmpdir(), 'path-')), await mkdtemp(join(tmpdir(), 'path-'))];
  const searchPath = [empty, full].join(delimiter);
  await writeFile(join(empty, 'chromium'), '', { mode: 0o644 });
  expect(findChromium(searchPath)).toBeUndefined();
  await writeFile(join(full, 'google-chrome'), '', { mode: 0o755 });
  expect(findChromium(searchPath)).toBe(join(full, 'google-chrome'));
  await Promise.all([empty, full].map((folder) => rm(folder, { recursive: true })));
});
