import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { checkpointText, hashLeaf, hashNode, leafBytes, noteSigner } from '#libs/merkle-log';
import { verifierKey } from '../../libs/merkle-log/src/signed-note.js';
import { runCommand } from './run-command.js';
import {
  checkpointsFor,
  linesFor,
  type SampleEvent,
  sampleEvents,
  SIGNER,
} from '../../libs/log-verifier/src/testing/sample-log.js';

const EVENTS = sampleEvents(30);
const KEY = verifierKey(SIGNER);
const RAW_KEY = Buffer.from(SIGNER.publicKey).toString('base64');
const OTHER = noteSigner(SIGNER.name, Buffer.alloc(32, 4));
const ELSEWHERE = noteSigner('countersign/audit/elsewhere', Buffer.alloc(32, 3));
const ENDS =
  'This covers the log up to the newest checkpoint given, of 30 events: what happened to later ones, or whether a newer ' +
  'checkpoint was withheld, cannot be determined from these files.';
const TAMPERED = 'NOT VERIFIED  the audit log was tampered with, or the export is incomplete.';

const leafOf = (event: SampleEvent) => leafBytes({ ...event, occurred_at: event.occurred_at_exact });
const textOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'countersign-verify-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function file(name: string, content: string): Promise<string> {
  await writeFile(join(folder, name), content);
  return join(folder, name);
}

/** Runs the command. @returns exit code, lines of output, and error output */
async function run(args: readonly string[], stdin = ''): Promise<[number, string[], string]> {
  const written = { out: '', err: '' };
  const into = (name: 'out' | 'err') =>
    new Writable({ write: (chunk, _, done) => ((written[name] += String(chunk)), done()) });
  const code = await runCommand({
    argv: ['node', 'countersign-verify', ...args],
    stdin: Readable.from([Buffer.from(stdin)]),
    stdout: into('out'),
    stderr: into('err'),
  });
  return [code, written.out.split('\n').slice(0, -1), written.err];
}
/** Returns its error output for what it can't verify. */
async function complaint(...args: string[]): Promise<string> {
  const [code, lines, complained] = await run(args);
  expect([code, lines]).toEqual([2, []]);
  return complained;
}

describe('countersign-verify of an export', () => {
  let exported: string;
  let kept: string;
  beforeAll(async () => {
    exported = await file('export.ndjson', textOf(linesFor(EVENTS)));
    kept = await file('kept.ndjson', checkpointsFor(EVENTS, [10, 30]));
  });
  const verify = (name: string, ...more: string[]) =>
    run(['--key', KEY, '--export', name, '--checkpoints', kept, ...more]);

  it('reports that all events match, how many, and up to which checkpoint', async () => {
    expect(await verify(exported)).toEqual([
      0,
      [
        '30 events read; 2 checkpoints recomputed; 0 events are newer than the newest checkpoint.',
        'VERIFIED  30 events match the signed checkpoints.',
        ENDS,
      ],
      '',
    ]);
  });

  it('reads standard input for a dash, not a file of that name', async () => {
    const args = ['--key', KEY, '--export', '-', '--checkpoints', kept];
    expect((await run(args, textOf(linesFor(EVENTS))))[0]).toBe(0);
    expect((await run(args))[1]).toContainEqual(expect.stringContaining('FAULT  the log ends at 0 events'));
  });

  it('lists every fault, and exits with 1', async () => {
    const changed = EVENTS.map((event, n) => (n === 20 ? { ...event, actor: 'user:other' } : event));
    expect(await verify(await file('changed.ndjson', textOf(linesFor(changed))))).toEqual([
      1,
      [
        'FAULT  between leaf 10 and leaf 29: not the events that the checkpoint covers: edited, inserted, deleted or reordered',
        '30 events read; 2 checkpoints recomputed; 0 events are newer than the newest checkpoint.',
        TAMPERED,
        ENDS,
      ],
      '',
    ]);
  });

  it('merges all files of checkpoints: a truncated one is a note, an unsigned one a fault', async () => {
    const cut = await file('cut.ndjson', `${checkpointsFor(EVENTS, [20])}{"checkpoint":"cou`);
    expect((await verify(exported, '--checkpoints', cut)).slice(0, 2)).toEqual([
      0,
      [
        `NOTE  ${cut} line 2 is truncated; a checkpoint truncated by a crash is repeated on a later line`,
        '30 events read; 3 checkpoints recomputed; 0 events are newer than the newest checkpoint.',
        'VERIFIED  30 events match the signed checkpoints.',
        ENDS,
      ],
    ]);
    const forged = await file('forged.ndjson', 'no checkpoint');
    const [code, lines] = await verify(exported, '--checkpoints', forged);
    expect([code, lines[0]]).toEqual([
      1,
      `FAULT  ${forged}: is not a checkpoint that one of the given keys has signed`,
    ]);
    expect(lines).toContain(TAMPERED);
  });

  it('reports how many events were removed, and up to when by the log’s record', async () => {
    const until = '2026-10-01T00:00:00.000Z';
    const months = EVENTS.map((event, n): SampleEvent => {
      const at = new Date(Date.UTC(2026, n < 2 ? 8 : 10, 21) + n * 7000).toISOString();
      const times = { occurred_at: at, occurred_at_exact: at.replace('Z', '123Z') };
      if (n !== 29) return { ...event, ...times };
      const said = { last_leaf: 1, removed_in_all: 2, until };
      const by = { actor: 'system:audit-retention', action: 'audit.partition.drop' };
      return { ...event, ...times, ...by, metadata: said };
    });
    const [first, second] = months.map((event) => hashLeaf(leafOf(event)));
    const hash = Buffer.from(hashNode(first!, second!)).toString('base64');
    const lines = (left: readonly SampleEvent[]) =>
      textOf([...linesFor(left), JSON.stringify({ removed: { level: 1, position: 0, hash } })]);
    const checkpoints = await file('months.ndjson', checkpointsFor(months, [30]));
    const verifyMonths = async (left: readonly SampleEvent[]) => {
      const name = await file('removed.ndjson', lines(left));
      return run(['--key', KEY, '--export', name, '--checkpoints', checkpoints]);
    };
    const [code, told] = await verifyMonths(months.slice(2));
    expect([code, told[1]]).toEqual([
      0,
      `2 events were removed; the log records that retention removed all before ${until}, and their hashes match.`,
    ]);
    const [codeWithout, toldWithout] = await verifyMonths(months.slice(2, 29));
    expect(codeWithout).toBe(1);
    expect(toldWithout).toContain(TAMPERED);
    expect(toldWithout).toContain(
      '2 events were removed; the log records that retention removed all before ?, and their hashes match.',
    );
  });

  it('exits with 2 without a checkpoint signed by the keys, and lists what is wrong with those given', async () => {
    const args = ['--key', verifierKey(OTHER), '--export', exported, '--checkpoints', kept];
    expect(await run(args)).toEqual([
      2,
      [1, 2].map(
        (line) => `FAULT  ${kept} line ${line}: is not a checkpoint that one of the given keys has signed`,
      ),
      'countersign-verify: no checkpoint is signed by the given keys: nothing to verify the export against\n',
    ]);
    expect((await run([...args, '--key', KEY]))[0]).toBe(0);
  });

  it('exits with 2 when a file can not be read', async () => {
    const absent = join(folder, 'absent');
    expect(await complaint('--key', KEY, '--export', absent, '--checkpoints', kept)).toBe(
      'countersign-verify: the export can not be read\n',
    );
    expect(await complaint('--key', KEY, '--export', exported, '--checkpoints', absent)).toBe(
      `countersign-verify: ${absent} can not be read\n`,
    );
  });
});

describe('countersign-verify of a proof', () => {
  const leaves = ['{"action":"one"}', '{"action":"\u202e\\u0007\u{e0001}\u0085"}'].map((text) =>
    Buffer.from(text),
  );
  const hashes = leaves.map((leaf) => hashLeaf(leaf));
  const rootHash = hashNode(hashes[0]!, hashes[1]!);
  const checkpoint = SIGNER.sign(checkpointText({ origin: SIGNER.name, treeSize: 2, rootHash }));
  const answerOf = (index: number) => ({
    leaf: leaves[index]!.toString('base64'),
    leaf_index: index,
    proof: [Buffer.from(hashes[1 - index]!).toString('base64')],
    checkpoint,
  });
  const verify = async (answer: unknown, key = KEY) =>
    run(['--key', key, '--proof', await file('proof.json', JSON.stringify(answer))]);
  const notVerified = (index: number): string =>
    `NOT VERIFIED  leaf ${index}: the event is not in the log that the checkpoint covers, or the checkpoint is not signed by a given key.`;

  it('prints the proven event with control characters escaped', async () => {
    expect(await verify(answerOf(0))).toEqual([0, ['VERIFIED  leaf 0 of 2 is {"action":"one"}'], '']);
    expect((await verify(answerOf(1)))[1]).toEqual([
      'VERIFIED  leaf 1 of 2 is {"action":"\\u202e\\u0007\\udb40\\udc01\\u0085"}',
    ]);
  });

  it('exits with 1 for another leaf index, another key and another log name', async () => {
    const wrong = [1, [notVerified(0)], ''];
    expect(await verify({ ...answerOf(0), leaf_index: 1 })).toEqual([1, [notVerified(1)], '']);
    expect(await verify(answerOf(0), verifierKey(OTHER))).toEqual(wrong);
    expect(await verify(answerOf(0), verifierKey(ELSEWHERE))).toEqual(wrong);
  });

  it('verifies every proof of a list, and exits with 1 if one does not hold', async () => {
    const [first, second] = [answerOf(0), answerOf(1)];
    expect((await verify([first, second]))[0]).toBe(0);
    expect(await verify([{ ...second, leaf: first.leaf }, first])).toEqual([
      1,
      [notVerified(1), 'VERIFIED  leaf 0 of 2 is {"action":"one"}'],
      '',
    ]);
  });

  it('exits with 2 for a file of another kind, or a missing one', async () => {
    const other = await file('other.json', '{"leaf":1}');
    expect(await complaint('--key', KEY, '--proof', other)).toBe(
      `countersign-verify: ${other} is not an answer of GET /api/v1/audit-events/:id/proof, nor a list of them\n`,
    );
    const absent = join(folder, 'absent');
    expect(await complaint('--key', KEY, '--proof', absent)).toBe(
      `countersign-verify: ${absent} can not be read\n`,
    );
  });

  it('accepts a raw key with --origin, and verifies each log with its own keys only', async () => {
    const proof = ['--proof', await file('proof.json', JSON.stringify(answerOf(0)))];
    expect((await run(['--key', RAW_KEY, '--origin', SIGNER.name, ...proof]))[0]).toBe(0);
    expect((await run(['--key', KEY, '--origin', 'another', ...proof]))[0]).toBe(0);
    expect((await run(['--key', RAW_KEY, '--origin', 'another', ...proof]))[0]).toBe(1);
    expect(await complaint('--key', KEY, '--key', verifierKey(ELSEWHERE), ...proof)).toBe(
      'countersign-verify: the keys belong to different logs; verify one log at a time\n',
    );
  });
});

describe('countersign-verify', () => {
  it('prints only its usage', async () => {
    const [code, lines, complained] = await run(['--help']);
    expect([code, complained]).toEqual([0, '']);
    for (const option of ['--key', '--origin', '--export', '--checkpoints', '--proof'])
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^ {2}${option} `)));
  });

  it.each([
    ['no key', [], '--key is required; see --help'],
    ['nothing to verify', ['--key', KEY], '--export and --checkpoints, or --proof, are required; see --help'],
    [
      'an export alone',
      ['--key', KEY, '--export', 'x'],
      '--export and --checkpoints, or --proof, are required; see --help',
    ],
    [
      'checkpoints alone',
      ['--key', KEY, '--checkpoints', 'x'],
      '--export and --checkpoints, or --proof, are required; see --help',
    ],
  ])('exits with 2 with %s', async (_, args, why) => {
    expect(await complaint(...args)).toBe(`countersign-verify: ${why}\n`);
  });

  it('exits with 2 with an unknown argument', async () => {
    const complained = await complaint('--kye', KEY);
    expect(complained).toMatch(/^countersign-verify: .*--kye.*; see --help\n$/);
  });

  it.each([
    ['32 bytes without the log’s name', [RAW_KEY]],
    ['fewer bytes', [Buffer.alloc(31).toString('base64'), '--origin', SIGNER.name]],
    ['bytes in another spelling', [`${RAW_KEY} `, '--origin', SIGNER.name]],
    ['words', ['no key', '--origin', SIGNER.name]],
  ])('refuses %s as a key', async (_, [key, ...more]) => {
    expect(await complaint('--key', key!, ...more)).toBe(
      'countersign-verify: --key is not a public key: ORIGIN+ID+KEY, or base64 of 32 bytes beside --origin\n',
    );
  });

  it('reports an unexpected error', async () => {
    const full = new Writable({
      write: () => {
        throw new RangeError('no room');
      },
    });
    let complained = '';
    const stderr = new Writable({ write: (chunk, _, done) => ((complained += String(chunk)), done()) });
    const argv = ['node', 'countersign-verify', '--help'];
    expect(await runCommand({ argv, stdin: Readable.from([]), stdout: full, stderr })).toBe(2);
    expect(complained).toBe('countersign-verify: RangeError: no room\n');
  });
});
