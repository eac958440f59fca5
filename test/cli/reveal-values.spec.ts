import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { canary } from '../support/canary.js';
import { leaksIn, leaksInFolder } from '../support/canary-scan.js';
import { codeFor } from '../support/client.js';
import { eventually } from '../support/eventually.js';
import { linesLeftOn } from './terminal-emulator.js';
import { OPEN_REF, type Person, REF, stepUp, ValuesWorld } from './values-setup.js';

const VALUE = canary('value of the store');
const [ENTER, LEAVE] = ['\u001b[?1049h', '\u001b[?1049l'];
const ODD = canary(`it's $HOME "quoted"\nand two lines`);
const LONG = Array.from({ length: 80 }, () => VALUE).join('\n');
const PLACE = ['-p', 'payments', '-e', 'dev'];
let all: ValuesWorld;
let ada: Person;
let lin: Person;

beforeAll(async () => {
  all = await ValuesWorld.start({ PASSWORD: VALUE, ODD, 'tls.key': VALUE, LONG, EMPTY: '' });
  [ada, lin] = [await all.person('ada', 'developer'), await all.person('lin', 'developer')];
  await stepUp(ada);
}, 240_000);
afterAll(async () => {
  for (const person of [ada, lin]) person?.line.remove();
  await all?.stop();
});

/** What stays on a terminal when a command has ended: its screen and its scrollback, and no value on either. */
async function left(screen: string): Promise<string> {
  const lines = (await linesLeftOn(screen)).join('\n');
  expect(leaksIn('terminal', lines)).toEqual([]);
  return lines;
}
const reveal = async (keys: string[], ...more: string[]) =>
  ada.line.run(['reveal', await all.executed(ada, ...keys), ...more]);
const sessions = async ({ client }: Person) => (await client.get('/reveal-sessions/me/active')).body;

describe('on a terminal', () => {
  it('values are hidden until shown, hidden again, and cleared afterwards', async () => {
    const id = await all.executed(lin, 'PASSWORD', 'ODD');
    const run = lin.line.onTerminal(['reveal', id]);
    await run.shows('Second factor of lin@example.test');
    expect(await sessions(lin)).toEqual([]);
    run.type(`${codeFor(lin.secret, 0)}\r`);
    await run.shows('Space shows it for 5 s');
    expect(run.screen).toContain('(1 of 2)');
    const wraps = async () =>
      (await lin.client.get(`/requests/${id}/wraps`)).body.map((each: any) => each.status);
    expect(await wraps()).toEqual(['available', 'available']);
    expect(run.screen).not.toContain(VALUE);
    const first = /(\w+) {2}\(1 of 2\)/.exec(run.screen)?.[1];
    if (first === 'ODD') {
      run.type('n');
      await run.shows('(2 of 2)');
    }
    run.type(' ');
    await run.shows(VALUE);
    const shown = run.screen.length;
    await eventually(async () => run.screen.slice(shown).includes('••••••••'), 'hidden again');
    expect(run.screen.slice(run.screen.lastIndexOf('\u001b[2J'))).not.toContain(VALUE);
    run.type('c');
    await run.shows('No clipboard here');
    run.type('q');
    expect(await run.code).toBe(0);
    expect([ENTER, LEAVE].map((each) => run.screen.split(each).length)).toEqual([2, 2]);
    expect(await left(run.screen)).toContain('Not fetched, and destroyed: ODD.');
    expect(await sessions(lin)).toEqual([]);
    expect((await wraps()).sort()).toEqual(['consumed', 'expired']);
  }, 60_000);

  it.each(['SIGTERM', 'SIGHUP', 'SIGINT'] as const)('%s leaves nothing there either', async (signal) => {
    const id = await all.executed(lin, 'PASSWORD');
    const run = lin.line.onTerminal(['reveal', id]);
    await run.shows('Space shows it for 5 s');
    run.type(' ');
    await run.shows(VALUE);
    run.kill(signal);
    expect(await run.code).toBe(128 + { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 }[signal]);
    expect(run.screen).toContain('\u001b[?1049l');
    await left(run.screen);
    expect(await sessions(lin)).toEqual([]);
  });

  it('a value longer than the screen is never scrolled into the scrollback', async () => {
    const id = await all.executed(lin, 'LONG');
    const run = lin.line.onTerminal(['reveal', id]);
    await run.shows('Space shows it for 5 s');
    run.type(' ');
    await run.shows('more lines: use --to file:PATH.');
    run.type('q');
    expect(await run.code).toBe(0);
    await left(run.screen);
  });

  it('the emulator of these tests detects text outside the alternate screen', async () => {
    const shown = `${ENTER}${VALUE}${LEAVE}`;
    expect(
      leaksIn('terminal', (await linesLeftOn(`before\r\n${VALUE}\r\n${'line\r\n'.repeat(60)}`)).join('\n')),
    ).not.toEqual([]);
    expect((await linesLeftOn(`before ${shown} after`)).join('\n')).toMatch(/before +after/);
    await expect(linesLeftOn(`${ENTER}${VALUE}`)).rejects.toThrow('not left');
  });

  it.each([
    ['--output', 'raw'],
    ['--to', 'fd:1'],
  ])('doesn’t accept %s %s', async (...more) => {
    const id = await all.executed(lin, 'PASSWORD');
    const run = lin.line.onTerminal(['reveal', id, ...more]);
    expect(await run.code).toBe(2);
    expect(run.screen).toContain('A terminal keeps what is written to it');
    expect(await sessions(lin)).toEqual([]);
  });
});

describe('in a pipe', () => {
  it('nothing is printed without a format, and nothing is retrieved', async () => {
    const id = await all.executed(ada, 'PASSWORD', 'tls.key');
    for (const more of [
      [],
      ['--to', 'tty'],
      ['--output', 'env'],
      ['-o', 'raw'],
      ['-o', 'table'],
      ['--key', 'NONE'],
    ]) {
      const { code, stdout } = await ada.line.run(['reveal', id, ...more]);
      expect([more, [2, 5].includes(code), stdout]).toEqual([more, true, '']);
    }
    const env = { COUNTERSIGN_OUTPUT: 'json' };
    expect(await ada.line.run(['reveal', id], { env })).toMatchObject({ code: 2, stdout: '' });
    const { body } = await ada.client.get(`/requests/${id}/wraps`);
    expect(body.map(({ status }: any) => status)).toEqual(['available', 'available']);
  });

  it('values are printed as JSON, as bytes, and as lines for shells', async () => {
    const json = await reveal(['PASSWORD', 'ODD'], '--output', 'json');
    expect(JSON.parse(json.stdout)).toEqual({ PASSWORD: VALUE, ODD });
    expect(await reveal(['ODD'], '--output', 'raw')).toEqual({ code: 0, stdout: ODD, stderr: '' });
    const id = await all.executed(ada, 'PASSWORD', 'ODD');
    const shell = ada.line.start(
      `eval "$(countersign reveal ${id} --output env)"; printf '%s|%s' "$PASSWORD" "$ODD"`,
    );
    expect(await shell.end).toBe(0);
    expect(shell.stdout).toBe(`${VALUE}|${ODD}`);
    expect(await sessions(ada)).toEqual([]);
  });

  it('an empty value is a value like others', async () => {
    const json = await reveal(['EMPTY', 'PASSWORD'], '--output', 'json');
    expect([json.stderr, JSON.parse(json.stdout)]).toEqual(['', { EMPTY: '', PASSWORD: VALUE }]);
    expect(await reveal(['EMPTY'], '--output', 'raw')).toEqual({ code: 0, stdout: '', stderr: '' });
  });

  it('one key destroys the others, with a message', async () => {
    const { stdout, stderr } = await reveal(['PASSWORD', 'ODD'], '-k', 'PASSWORD', '-o', 'raw');
    expect([stdout, stderr]).toEqual([VALUE, 'Not fetched, and destroyed: ODD.\n']);
  });
});

describe('to a descriptor', () => {
  const status = async (id: string) => (await ada.client.get(`/requests/${id}/wraps`)).body[0].status;
  /** A program that prints how reveal ended, with a socket as descriptor 3, which Node makes of a "pipe". */
  const throughSocket = (id: string) =>
    `require("child_process").spawn(process.execPath, [process.env.PROGRAM, "reveal", "${id}", "--to", "fd:3"],
      { stdio: ["ignore", "inherit", "inherit", "pipe"] }).on("close", (code) => console.log(code))`;

  it('values are written to that alone', async () => {
    const [one, two] = [await all.executed(ada, 'PASSWORD'), await all.executed(ada, 'PASSWORD', 'ODD')];
    const path = join(ada.line.home, 'descriptor');
    const shell = ada.line.start(
      `countersign reveal ${one} --to fd:7 7>'${path}' && countersign reveal ${two} -o json --to fd:3 3>&1 >&2 | cat`,
    );
    expect([await shell.end, shell.stderr]).toEqual([0, '']);
    expect(readFileSync(path, 'utf8')).toBe(VALUE);
    writeFileSync(path, '');
    expect(JSON.parse(shell.stdout)).toEqual({ PASSWORD: VALUE, ODD });
  });

  it('nothing is retrieved for one that the shell did not open to write to', async () => {
    const id = await all.executed(ada, 'PASSWORD');
    // Those from 3 on are of Node itself: a value written to its pipe of signals would be taken for pointers.
    const shell = ada.line.start(
      `for fd in 0 2 3 4 5 6 7 8 9 10 11 12 x 99999; do countersign reveal ${id} --to fd:$fd; echo $?; done
countersign reveal ${id} --to fd:3 3</dev/null; echo $?
"$NODE" -e '${throughSocket(id)}'`,
    );
    expect(await shell.end).toBe(0);
    expect(shell.stdout).toBe('2\n'.repeat(16));
    const refused =
      /was not opened for this command to write to: use \d+> fifo\. For a file use --to file:PATH\./g;
    expect(shell.stderr.match(refused)).toHaveLength(12);
    expect(await status(id)).toBe('available');
  }, 60_000);
});

describe('in a file', () => {
  it('values are readable only by its owner', async () => {
    const path = join(ada.line.home, 'password');
    expect(await reveal(['PASSWORD'], '--to', `file:${path}`)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readFileSync(path, 'utf8')).toBe(VALUE);
    writeFileSync(path, '');
    const again = await reveal(['PASSWORD'], '--to', `file:${path}`);
    expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('there is something already') });
    expect(readFileSync(path, 'utf8')).toBe('');
  });

  it('are not written where others may write, nor below a missing folder', async () => {
    const open = join(ada.line.home, 'open');
    mkdirSync(open);
    chmodSync(open, 0o777);
    mkdirSync(join(open, 'own'));
    const id = await all.executed(ada, 'PASSWORD');
    for (const path of [
      join(open, 'a'),
      join(open, 'own', 'a'),
      '/tmp/countersign-test',
      join(open, 'none/a'),
    ])
      expect(await ada.line.run(['reveal', id, '--to', `file:${path}`])).toMatchObject({
        code: 2,
        stdout: '',
      });
    expect(readdirSync(open)).toEqual(['own']);
  });

  it('is not written on a full disk, and nothing is retrieved', async () => {
    const path = join(ada.line.home, 'full');
    const id = await all.executed(ada, 'PASSWORD');
    const shell = ada.line.start(`ulimit -f 8; countersign reveal ${id} --to 'file:${path}'`);
    expect([await shell.end, shell.stderr]).toEqual([
      1,
      `countersign: There is no room for the values in ${path}; none was retrieved.\n`,
    ]);
    expect(readdirSync(ada.line.home)).not.toContain('full');
    expect((await ada.client.get(`/requests/${id}/wraps`)).body[0].status).toBe('available');
  });

  it('is not left behind where the values can’t be fetched', async () => {
    const path = join(ada.line.home, 'nothing');
    const { id } = await ada.line.json('request', 'read', REF, ...PLACE, '-k', 'PASSWORD');
    expect(await ada.line.run(['reveal', id, '--to', `file:${path}`])).toMatchObject({ code: 6 });
    expect(readdirSync(ada.line.home)).not.toContain('nothing');
  });
});

describe('on the clipboard', () => {
  /** A desktop whose clipboard is a file. */
  function desktop(): { env: Record<string, string>; content: () => string; set: (text: string) => void } {
    const folder = join(ada.line.home, `desktop-${Math.random()}`);
    mkdirSync(folder);
    const [tool, content] = [join(folder, 'xclip'), join(folder, 'content')];
    const heard = `echo "$0 $*" >>'${join(folder, 'arguments')}'; env >>'${join(folder, 'environment')}'`;
    const script = `${heard}\ncase "$*" in *-out) cat '${content}';; *) cat >'${content}';; esac\n`;
    writeFileSync(tool, `#!/bin/sh\n${script}`, { mode: 0o755 });
    writeFileSync(content, '');
    const env = { DISPLAY: ':9', PATH: `${folder}:${process.env.PATH}` };
    return { env, content: () => readFileSync(content, 'utf8'), set: (text) => writeFileSync(content, text) };
  }
  /** Empty for a process that has ended meanwhile. */
  const read = (pid: string, file: string): string => {
    try {
      return readFileSync(`/proc/${pid}/${file}`, 'utf8');
    } catch {
      return '';
    }
  };
  const isCleaner = (pid: string, path: string): boolean =>
    read(pid, 'cmdline').includes('clear-clipboard-later') && read(pid, 'environ').includes(path);
  const copy = async (env: Record<string, string>, after: string) =>
    ada.line.run(
      ['reveal', await all.executed(ada, 'PASSWORD'), '--to', 'clipboard', '--clear-after', after],
      { env },
    );

  it('a value is cleared later', async () => {
    const { env, content } = desktop();
    expect(await copy(env, '10s')).toMatchObject({
      ...{ code: 0, stdout: '' },
      stderr: expect.stringContaining('PASSWORD is on the clipboard; it is cleared after 10 s.\n'),
    });
    expect(content()).toBe(VALUE);
    // What waits to clear it knows a hash alone.
    const cleaners = readdirSync('/proc').filter((each) => /^\d+$/.test(each) && isCleaner(each, env.PATH!));
    expect(cleaners).toHaveLength(1);
    for (const file of ['cmdline', 'environ']) expect(leaksIn(file, read(cleaners[0]!, file))).toEqual([]);
    await eventually(async () => content() === '', 'cleared');
  });

  it('other content that was copied meanwhile is kept', async () => {
    const { env, content, set } = desktop();
    await copy(env, '1s');
    set('something else');
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect(content()).toBe('something else');
  });

  it('nothing is retrieved without a clipboard', async () => {
    const id = await all.executed(ada, 'PASSWORD');
    const clipboard = ['--to', 'clipboard'];
    for (const more of [
      clipboard,
      [...clipboard, '--osc52'],
      [...clipboard, '--osc52', '--clear-after', '10s'],
      ['--osc52', '-o', 'raw'],
      ['--osc52', '--to', `file:${join(ada.line.home, 'copied')}`],
    ]) {
      const { code, stdout } = await ada.line.run(['reveal', id, ...more]);
      expect([more, code, stdout]).toEqual([more, 2, '']);
    }
    expect((await ada.client.get(`/requests/${id}/wraps`)).body[0].status).toBe('available');
  });

  it.each([
    ['by c', [], ['Space shows it for 5 s', 'c']],
    ['at once', ['--to', 'clipboard'], null],
  ] as const)('of the terminal alone, with --osc52, %s', async (_, more, keys) => {
    const { env, content } = desktop();
    const run = ada.line.onTerminal(['reveal', await all.executed(ada, 'PASSWORD'), '--osc52', ...more], env);
    if (keys !== null) {
      await run.shows(keys[0]);
      run.type(keys[1]);
    }
    await run.shows(
      "PASSWORD was sent to the terminal's clipboard, if it accepts that (OSC 52); clear it yourself.",
    );
    if (keys !== null) run.type('q');
    expect(await run.code).toBe(0);
    const sequence = `\u001b]52;c;${Buffer.from(VALUE).toString('base64')}\u0007`;
    expect(run.screen.split(sequence)).toHaveLength(2);
    expect(leaksIn('rest of the terminal', run.screen.replace(sequence, ''))).toEqual([]);
    await left(run.screen);
    expect(content()).toBe('');
  });
});

describe('a secret that was found in the store', () => {
  const UNSEEN = 'apps/unseen/db';
  const asAdmin = (...args: string[]) =>
    ada.line.run(args, { env: { COUNTERSIGN_TOKEN: all.world.admin.token! } });

  beforeAll(async () => {
    all.kv.put(`secret/${UNSEEN}`, { PASSWORD: VALUE });
    expect(await asAdmin('connection', 'discover', 'main-vault')).toMatchObject({ code: 0 });
    const found = async () => (await asAdmin('secret', 'list', '-o', 'name')).stdout.includes(UNSEEN);
    await eventually(found, 'found');
  });

  it('is shown by its name, its id and a prefix of it, without a value', async () => {
    const [{ id }] = JSON.parse((await asAdmin('secret', 'list', '--ref', REF, '-o', 'json')).stdout);
    // All were found at once, so that ids begin alike.
    for (const given of [REF, id, id.slice(0, -1)]) {
      const { code, stdout } = await asAdmin('secret', 'show', given);
      expect([code, stdout]).toEqual([0, expect.stringMatching(/^Secret +apps\/payments\/db$/m)]);
      expect(stdout).toMatch(/^Keys +.*PASSWORD.*$/m);
      expect(stdout).toMatch(/^Connection +main-vault$/m);
      expect(leaksIn('secret show', stdout)).toEqual([]);
    }
  });

  it('tells who saw it, who approved that, and by which request', async () => {
    const asked = await ada.line.json('request', 'read', REF, ...PLACE, '-k', 'PASSWORD');
    expect((await all.world.approver.post(`/requests/${asked.id}/approve`)).status).toBe(200);
    expect(await ada.line.run(['wait', asked.id])).toMatchObject({ code: 0 });
    expect((await ada.line.run(['reveal', asked.id, '-o', 'raw'])).stdout).toBe(VALUE);
    const { stdout } = await asAdmin('secret', 'who-saw', REF);
    expect(stdout).toMatch(
      new RegExp(`^AT +WHO +KEYS +APPROVED BY +REQUEST\n\\S+ +.* ada +PASSWORD +approver +${asked.id}\n$`),
    );
    expect(leaksIn('secret who-saw', stdout)).toEqual([]);
    expect((await reveal(['PASSWORD'], '-o', 'raw')).stdout).toBe(VALUE);
    const direct = ['exec', OPEN_REF, ...PLACE, '--direct', '-k', 'ODD', '--', 'true'];
    expect(await ada.line.run(direct)).toMatchObject({ code: 0 });
    const [newest] = (await asAdmin('secret', 'who-saw', OPEN_REF, '-o', 'wide', '--limit', '1')).stdout
      .split('\n')
      .slice(1);
    expect(newest).toMatch(/ ada +ODD +(- +)?yes +[0-9a-f-]{36}$/);
    const names = (await asAdmin('secret', 'who-saw', OPEN_REF, '-o', 'name')).stdout.trim().split('\n');
    expect(names.length).toBeGreaterThan(1);
    expect(newest!.endsWith(names[0]!)).toBe(true);
  });

  it('says so if nobody has', async () => {
    expect(await asAdmin('secret', 'who-saw', UNSEEN)).toEqual({
      ...{ code: 0, stdout: '', stderr: 'Nobody has seen values of it.\n' },
    });
  });
});

it('leaves no value in the home folder', async () => {
  for (const { line } of [ada, lin]) {
    const leaks = await leaksInFolder('home', line.home);
    // The token of the session is where only its owner can read it.
    expect(leaks.filter(({ label }) => label.startsWith('value') || label.startsWith('it'))).toEqual([]);
  }
});
