import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandLine } from './command-line.js';
import { PagedService } from './paged-service.js';

const [GREEN, PLAIN] = ['\u001b[32m+ Role on-call\u001b[0m\r\n', '+ Role on-call\r\n'];
const TOKEN = { COUNTERSIGN_TOKEN: 'abc', TERM: 'xterm' };
let service: PagedService;
let line: CommandLine;
let args: string[];

beforeAll(async () => {
  service = await PagedService.start({ '/roles': [] });
  line = new CommandLine(service.url);
  const file = join(line.home, 'role.yaml');
  const role = { kind: 'Role', metadata: { name: 'on-call' }, spec: { permissions: ['audit.read'] } };
  writeFileSync(file, JSON.stringify({ apiVersion: 'countersign/v1', ...role }));
  args = ['plan', '-f', file];
});
afterAll(() => {
  service?.stop();
  line?.remove();
});

describe('a plan is coloured', () => {
  it.each<[string, string[], Record<string, string>, string]>([
    ['on a terminal', [], {}, GREEN],
    ['nowhere with --no-color', ['--no-color'], {}, PLAIN],
    ['nowhere with NO_COLOR', [], { NO_COLOR: '0' }, PLAIN],
    ['nowhere in a job', [], { CI: 'true' }, PLAIN],
    ['on no terminal that knows none', [], { TERM: 'dumb' }, PLAIN],
  ])('%s', async (_, more, env, expected) => {
    const run = line.onTerminal([...args, ...more], { ...TOKEN, ...env });
    expect(await run.code).toBe(0);
    expect(run.screen.startsWith(expected)).toBe(true);
  });

  it('in no pipe', async () => {
    const { code, stdout } = await line.run(args, { env: TOKEN });
    expect([code, stdout.startsWith('+ Role on-call\n')]).toEqual([0, true]);
  });
});
