import { spawnSync } from 'node:child_process';
import { describe, expect, it } from '@jest/globals';
import { programOf } from '../../apps/cli/src/program.js';
import { describedCommands } from './described-commands.js';
import { manPage } from './man-page.js';

const page = manPage();
/** Returns the formatter's output; null if it is not installed. */
function saidBy(command: string, ...args: string[]): string | null {
  const { error, stdout, stderr } = spawnSync(command, args, { input: page, encoding: 'utf8' });
  return error ? null : `${stdout}${stderr}`;
}

describe('The man page', () => {
  it('has every command, and nothing that roff would take for a request of its own', () => {
    const titles = [...page.matchAll(/^\.SS countersign (.+)$/gm)].map(([, title]) =>
      title!.replaceAll('\\-', '-'),
    );
    for (const { path } of describedCommands(programOf()))
      expect(titles.some((title) => title === path || title.startsWith(`${path} `))).toBe(true);
    expect([...new Set(page.match(/^[.'].*?(?= |$)/gm))].sort()).toEqual([
      '.B',
      '.I',
      '.PP',
      '.SH',
      '.SS',
      '.TH',
      '.TP',
      '.fi',
      '.nf',
    ]);
    expect(page).toMatch(/^[\n -~]*$/);
  });

  it.each([
    ['groff', '-man', '-Tutf8', '-ww', '-z'],
    ['mandoc', '-Tlint', '-Wwarning,stop'],
  ])('is right in the eyes of %s, where that is installed', (command, ...args) => {
    expect(saidBy(command, ...args) ?? '').toBe('');
  });

  it('shows options and text as they are typed', () => {
    const shown = saidBy('groff', '-man', '-Tutf8', '-P-cbou');
    if (shown === null) return;
    expect(shown).toContain('-o, --output <format>');
    expect(shown).toContain(
      'countersign exec --request @last --key PASSWORD:PGPASSWORD -- psql -h db.internal',
    );
    expect(shown).toContain('curl -u "me:$PASSWORD"');
  });
});
