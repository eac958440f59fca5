import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { findOrInstallProgram } from '../../tools/debian-program.js';
import { CommandLine } from './command-line.js';

const line = new CommandLine('http://127.0.0.1:9');
afterAll(() => line.remove());

/** Undefined, and its test skipped, where it can't be installed. PowerShell is in no repository of Debian. */
const shell = (name: string) => findOrInstallProgram(name).catch(() => undefined);
const [fish, zsh] = [await shell('fish'), await shell('zsh')];

describe('completion', () => {
  it('completes commands and options in bash', async () => {
    const { stdout } = await line.run(['completion', 'bash']);
    const ask = (...words: string[]): string[] => {
      const set = `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}`;
      const script = `${stdout}\n${set}; _countersign; printf '%s\\n' "\${COMPREPLY[@]}"`;
      return execFileSync('bash', ['--norc'], { input: script }).toString().split('\n').filter(Boolean);
    };
    expect(ask('countersign', 'aud')).toEqual(['audit']);
    expect(ask('countersign', '--server', 'x', 'audit', '')).toEqual([
      'list',
      'tail',
      'verify',
      'checkpoint',
      'watch-log',
    ]);
    expect(ask('countersign', 'audit', 'list', '--st')).toEqual(['--status']);
    expect(ask('countersign', 'audit', 'list', '--outp')).toEqual(['--output']);
    expect(ask('countersign', 'audit', 'list', '--status', 'li')).toEqual([]);
  });

  (fish ? it : it.skip)('completes in fish', async () => {
    const { stdout } = await line.run(['completion', 'fish']);
    const file = join(line.home, 'countersign.fish');
    writeFileSync(file, stdout);
    const ask = (typed: string): string =>
      execFileSync(fish!, ['--no-config', '-c', `source ${file}; complete -C '${typed}'`]).toString();
    expect(ask('countersign aud')).toBe('audit\taudit events and their proofs\n');
    expect(ask('countersign -o json audit ver')).toMatch(/^verify\t/);
    expect(ask('countersign audit list --stat')).toMatch(/^--status\t/);
  });

  (zsh ? it : it.skip)('completes in zsh', async () => {
    const { stdout } = await line.run(['completion', 'zsh']);
    writeFileSync(join(line.home, '_countersign'), stdout);
    // Each read waits until zsh has written what it looks for.
    const script = `zmodload zsh/zpty; zpty z zsh -f -i
zpty -w z "PS1=; autoload -U compinit; compinit -u -D; source ${line.home}/_countersign; print load''ed"
zpty -r z out '*loaded*'
zpty -w -n z $'countersign -o json audit che\\t'; zpty -r z out '*audit checkpoint*'
zpty -w -n z $' --fiel\\t'; zpty -r z out '*--fields*'`;
    execFileSync(zsh!, ['-f'], { input: script, timeout: 60_000 });
  });
});
