import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { run } from '../run.js';
import { Terminal } from './terminal.js';

describe('messages on stderr', () => {
  const written: string[] = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  afterEach(() => void written.splice(0));

  it('keeps a name with a newline on one line', () => {
    const terminal = new Terminal({ noInput: true, quiet: false });
    terminal.say('Created app\nDone.');
    terminal.warn('Skipped app\r\nDone.');
    expect(written).toEqual(['Created app⏎Done.\n', 'Skipped app⏎Done.\n']);
  });

  it('reports a failure that names such an argument on one line', async () => {
    await run(['request', 'show', 'app\ncountersign: approved']);
    expect(written.join('')).toMatch(/^countersign: [^\n]*app⏎countersign: approved[^\n]*\n$/);
  });
});
