#!/usr/bin/env node
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { hashLeaf, type NoteVerifier, parseVerifierKey, verifyInclusion } from '#libs/transparency';
import { ExportVerifier, type Verdict } from './export-verifier.js';
import { linesOf } from './lines-of.js';
import { openHead, readCheckpoints } from './kept-checkpoints.js';
import { readInclusionAnswer } from './read-inclusion-answer.js';

const USAGE = `countersign-verify holds what left Countersign against what its audit log once signed. It needs no database.

  countersign-verify --key KEY --export FILE --checkpoints FILE [--checkpoints FILE ...]
  countersign-verify --key KEY --proof FILE

  --key          a public key of the log, as ORIGIN+ID+KEY; or base64 of its 32 bytes, beside --origin. Again for each key.
  --origin       the log's name
  --export       all of GET /api/v1/audit-events with Accept: application/x-ndjson; - reads standard input
  --checkpoints  a file that the worker kept (SVC_AUDIT_CHECKPOINT_DIR), older than the export
  --proof        an answer of GET /api/v1/audit-events/:id/proof

Ends with 0 when all is as it was signed, 1 when something is not, 2 when that can't be told.`;

/** What keeps the question from being answered at all. */
class Unusable extends Error {}

async function main(): Promise<number> {
  const { values } = readArguments();
  if (values.help) {
    say(USAGE);
    return 0;
  }
  const verifiers = (values.key ?? []).map((text) => readKey(text, values.origin));
  if (verifiers.length === 0) throw new Unusable('--key is missing; --help says more');
  if (new Set(verifiers.map(({ name }) => name)).size > 1)
    throw new Unusable('the keys are of different logs; verify one log at a time');
  if (values.proof !== undefined) return verifyProof(values.proof, verifiers);
  if (values.export === undefined || !values.checkpoints)
    throw new Unusable('--export and --checkpoints, or --proof, are missing; --help says more');
  return verifyExport(values.export, values.checkpoints, verifiers);
}

function readArguments() {
  const many = { type: 'string', multiple: true } as const;
  const one = { type: 'string' } as const;
  const options = {
    key: many,
    origin: one,
    export: one,
    checkpoints: many,
    proof: one,
    help: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ options });
  } catch (error) {
    throw new Unusable(`${(error as Error).message}; --help says more`);
  }
}

function readKey(text: string, origin: string | undefined): NoteVerifier {
  const publicKey = Buffer.from(text, 'base64');
  if (origin !== undefined && publicKey.length === 32 && publicKey.toString('base64') === text)
    return { name: origin, publicKey };
  try {
    return parseVerifierKey(text);
  } catch {
    throw new Unusable('--key is not a public key: ORIGIN+ID+KEY, or base64 of 32 bytes beside --origin');
  }
}

async function verifyExport(
  exported: string,
  names: readonly string[],
  verifiers: readonly NoteVerifier[],
): Promise<number> {
  const files = await Promise.all(names.map(async (name) => ({ name, content: await read(name) })));
  const kept = readCheckpoints(files, verifiers);
  for (const place of kept.cutOff)
    say(`NOTE  ${place} is cut off; what a crash cuts off is on a later line again`);
  if (kept.heads.length === 0) {
    for (const fault of kept.faults) say(`FAULT  ${fault}`);
    throw new Unusable('no checkpoint that the keys have signed: nothing to hold the export against');
  }
  const verifier = new ExportVerifier(kept.heads);
  try {
    const input = exported === '-' ? process.stdin : createReadStream(exported);
    for await (const line of linesOf(input)) verifier.take(line);
  } catch {
    throw new Unusable('the export can not be read');
  }
  const verdict = verifier.verdict();
  return tell({ ...verdict, faults: [...kept.faults, ...verdict.faults] }, kept.heads.at(-1)!.treeSize);
}

function tell(verdict: Verdict, size: number): number {
  const { faults, events, vouchedFor, newer, removed, removedUntil, checkpoints } = verdict;
  for (const fault of faults) say(`FAULT  ${fault}`);
  say(
    `${events} events read; ${checkpoints} checkpoints recomputed; ${newer} events are newer than the newest checkpoint.`,
  );
  if (removed > 0)
    say(
      `${removed} events were removed; the log says by retention, all before ${removedUntil ?? '?'}, and their hashes fit.`,
    );
  say(
    faults.length === 0
      ? `VERIFIED  ${vouchedFor} events are as they were signed.`
      : 'NOT VERIFIED  the audit log was tampered with, or the export is not whole.',
  );
  say(
    `It goes as far as the newest checkpoint given, of ${size} events: what happened to later ones, or whether a newer ` +
      'checkpoint was withheld, can not be told from these files.',
  );
  return faults.length === 0 ? 0 : 1;
}

async function verifyProof(name: string, verifiers: readonly NoteVerifier[]): Promise<number> {
  const answer = readInclusionAnswer(await read(name));
  if (!answer) throw new Unusable(`${name} is not an answer of GET /api/v1/audit-events/:id/proof`);
  const { leaf, leafIndex, proof } = answer;
  const head = openHead(answer.checkpoint, verifiers);
  const holds = head !== null && verifyInclusion({ ...head, leafHash: hashLeaf(leaf), leafIndex, proof });
  say(
    holds
      ? `VERIFIED  leaf ${leafIndex} of ${head.treeSize} is ${printable(leaf.toString())}`
      : 'NOT VERIFIED  the event is not in the log that the checkpoint vouches for, or nobody we know signed that.',
  );
  return holds ? 0 : 1;
}

/** What a terminal would obey, or show in another order than it stands, as JSON can say it too. */
function printable(json: string): string {
  return json.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (each) =>
    each
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

async function read(name: string): Promise<string> {
  return readFile(name, 'utf8').catch(() => {
    throw new Unusable(`${name} can not be read`);
  });
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

process.exitCode = await main().catch((error: unknown) => {
  const reason =
    error instanceof Unusable ? error.message : error instanceof SyntaxError ? 'not JSON' : String(error);
  process.stderr.write(`countersign-verify: ${reason}\n`);
  return 2;
});
