import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ExitCode } from '../../apps/agent/src/exit-code.js';
import { findOrInstallProgram } from '../debian-program.js';

const run = promisify(execFile);
const UNITS = ['countersign-agent.service', 'countersign-agent-enroll.service'];
/** Exposure level of systemd-analyze times ten: 0 is best, 100 worst. */
const MAX_EXPOSURE = '14';

/** The sandbox settings in [Service]. */
const SANDBOX =
  /^(DynamicUser|User|StateDirectory|UMask|Limit|Memory|Protect|Proc|Capability|Ambient|NoNew|Lock|Private|RemoveIPC|Restrict(?!art)|SystemCall)/;

describe('the units of the agent', () => {
  let analyze: string;
  let folder: string;
  const text = new Map<string, string>();

  beforeAll(async () => {
    const found = await findOrInstallProgram('systemd', ['systemd-analyze']);
    if (!found) throw new Error('systemd-analyze is needed: apt-get install systemd');
    analyze = found;
    folder = await mkdtemp(join(tmpdir(), 'countersign-units-'));
    for (const unit of UNITS) {
      text.set(unit, await readFile(join('deploy/agent', unit), 'utf8'));
      // This machine's Node: the check requires the program to exist.
      await writeFile(join(folder, unit), text.get(unit)!.replace('/usr/bin/node', process.execPath));
    }
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const valueOf = (unit: string, name: string): string =>
    new RegExp(`^${name}=(.*)$`, 'm').exec(text.get(unit)!)![1]!;

  it.each(UNITS)('%s is valid', async (unit) => {
    const { stdout, stderr } = await run(analyze, ['verify', '--man=no', join(folder, unit)]);
    expect([stdout, stderr]).toEqual(['', '']);
  });

  it.each(UNITS)('%s is sandboxed', async (unit) => {
    const threshold = `--threshold=${MAX_EXPOSURE}`;
    const { stdout } = await run(analyze, [
      'security',
      '--offline=true',
      '--no-pager',
      threshold,
      join(folder, unit),
    ]);
    expect(stdout).toContain('Overall exposure level');
  });

  it('sandbox enrollment like the service', () => {
    const sandbox = (unit: string): string[] =>
      text
        .get(unit)!
        .split('\n')
        .filter((line) => SANDBOX.test(line));
    expect(sandbox(UNITS[1]!)).toEqual(sandbox(UNITS[0]!));
    expect(sandbox(UNITS[0]!).length).toBeGreaterThan(25);
  });

  it('do not restart a refused agent, and allow a stopping one enough time', () => {
    const final = valueOf(UNITS[0]!, 'RestartPreventExitStatus').split(' ').map(Number);
    expect(final).toEqual([ExitCode.usage, ExitCode.refused]);
    expect(Number(valueOf(UNITS[0]!, 'TimeoutStopSec'))).toBeGreaterThan(25 + 10);
  });

  it('never pass the token on a command line', () => {
    expect(valueOf(UNITS[1]!, 'ExecStart')).toMatch(/enroll --if-needed --token-file %d\/enrollment-token$/);
    expect(valueOf(UNITS[1]!, 'LoadCredential')).toMatch(/^enrollment-token:/);
  });
});
