import { afterAll, describe, expect, it } from '@jest/globals';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installProgram } from './debian-program.js';

describe('a Debian package of a program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-apt-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** An apt-get that installs nothing: the exit codes of its two commands. */
  const aptGet = (update: number, install: number): string => {
    const file = join(folder, `apt-get-${update}-${install}`);
    writeFileSync(
      file,
      `#!/bin/sh\ncase "$*" in *' update') exit ${update} ;; *' install '*) exit ${install} ;; esac\n`,
    );
    chmodSync(file, 0o755);
    return file;
  };

  it.each([
    ['that is reached', 0],
    ['that was fetched earlier', 100],
  ])('%s gives the path of its program', async (_, update) => {
    expect(await installProgram('env', ['none', 'env'], aptGet(update, 0))).toBe('/usr/bin/env');
  });

  it('gives nothing where packages are out of reach', async () => {
    expect(await installProgram('env', ['env'], aptGet(100, 100))).toBeUndefined();
  });

  it('that is reached and not installed is an error', async () => {
    await expect(installProgram('env', ['env'], aptGet(0, 100))).rejects.toThrow('install -y');
  });

  it('without the program is an error', async () => {
    await expect(installProgram('env', ['none', 'no-other'], aptGet(0, 0))).rejects.toThrow(
      'env is installed, but has no none or no-other.',
    );
  });
});
