import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { run } from './run.js';

describe('a fault of usage as JSON', () => {
  const written: string[] = [];
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
  afterEach(() => {
    written.length = 0;
    delete process.env['COUNTERSIGN_OUTPUT'];
  });

  it.each([
    ['an option that there is not', ['whoami', '--loud', '-o', 'json'], /^unknown option '--loud'/],
    ['a command that there is not', ['-o', 'json', 'requst'], /^unknown command 'requst'\n[^]*request/],
    ['a missing option', ['request', 'read', 'apps/db', '-o', 'json'], /^required option '-p, --project/],
    ['a missing argument', ['approve', '-o', 'json'], /^missing required argument 'request'/],
    ['a value that there is not', ['request', 'list', '--status', 'open', '-o', 'json'], /Known: pending,/],
    ['a missing value', ['-o', 'json', 'whoami', '--profile'], /^option '--profile <name>' argument missing/],
    ['a missing verb', ['request', '-o', 'json'], /^Which command\?/],
    ['an option of doctor', ['doctor', '--json', '--loud'], /^unknown option '--loud'/],
  ])('is one object on stderr: %s', async (_, args, message) => {
    expect(await run(args)).toBe(2);
    expect(written.join('')).toMatch(/^\{.*\}\n$/);
    expect(JSON.parse(written.join(''))).toEqual({
      ...{ error_code: '', message: expect.stringMatching(message), correlation_id: null, exit: 2 },
    });
  });

  it('is one also where the variable says so and nothing could be parsed', async () => {
    process.env['COUNTERSIGN_OUTPUT'] = 'json';
    expect(await run(['--server'])).toBe(2);
    expect(JSON.parse(written.join(''))).toMatchObject({ exit: 2 });
  });

  it('is text otherwise, printed once', async () => {
    expect(await run(['whoami', '--loud'])).toBe(2);
    expect(written.join('').match(/unknown option/g)).toHaveLength(1);
  });
});
