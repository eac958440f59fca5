import { parseArgs } from 'node:util';
import { type NoteVerifier, parseVerifierKey } from '#libs/merkle-log';
import { VerificationError } from './verification-error.js';

export const USAGE = `countersign-verify holds what left Countersign against what its audit log once signed. It needs no database.

  countersign-verify --key KEY --export FILE --checkpoints FILE [--checkpoints FILE ...]
  countersign-verify --key KEY --proof FILE

  --key          a public key of the log, as ORIGIN+ID+KEY; or base64 of its 32 bytes, beside --origin. Again for each key.
  --origin       the log's name
  --export       all of GET /api/v1/audit-events with Accept: application/x-ndjson; - reads standard input
  --checkpoints  a file that the worker kept (SVC_AUDIT_CHECKPOINT_DIR), older than the export
  --proof        an answer of GET /api/v1/audit-events/:id/proof, or a list of them, as the console saves evidence
  --help         this text

Exits with 0 when everything matches the signed checkpoints, 1 when something does not, 2 when nothing could be verified.`;

/** What to verify, and with which keys; `help` prints the usage. */
export type Task =
  | { readonly kind: 'help' }
  | { readonly kind: 'proof'; readonly file: string; readonly verifiers: readonly NoteVerifier[] }
  | {
      readonly kind: 'export';
      readonly file: string;
      readonly checkpoints: readonly string[];
      readonly verifiers: readonly NoteVerifier[];
    };

/** @throws VerificationError for arguments that leave open what to verify */
export function readCommandLine(args: readonly string[]): Task {
  const values = parse(args);
  if (values.help) return { kind: 'help' };
  const verifiers = readKeys(values.key ?? [], values.origin);
  if (values.proof !== undefined) return { kind: 'proof', file: values.proof, verifiers };
  if (values.export === undefined || !values.checkpoints)
    throw new VerificationError('--export and --checkpoints, or --proof, are required; see --help');
  return { kind: 'export', file: values.export, checkpoints: values.checkpoints, verifiers };
}

function parse(args: readonly string[]) {
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
    return parseArgs({ args: [...args], options }).values;
  } catch (error) {
    throw new VerificationError(`${(error as Error).message}; see --help`);
  }
}

function readKeys(texts: readonly string[], origin: string | undefined): NoteVerifier[] {
  const verifiers = texts.map((text) => readKey(text, origin));
  const origins = new Set(verifiers.map(({ name }) => name));
  if (origins.size === 0) throw new VerificationError('--key is required; see --help');
  if (origins.size > 1)
    throw new VerificationError('the keys belong to different logs; verify one log at a time');
  return verifiers;
}

function readKey(text: string, origin: string | undefined): NoteVerifier {
  const publicKey = Buffer.from(text, 'base64');
  if (origin !== undefined && publicKey.length === 32 && publicKey.toString('base64') === text)
    return { name: origin, publicKey };
  try {
    return parseVerifierKey(text);
  } catch {
    throw new VerificationError(
      '--key is not a public key: ORIGIN+ID+KEY, or base64 of 32 bytes beside --origin',
    );
  }
}
