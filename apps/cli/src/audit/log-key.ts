import { collect } from '../collect.js';
import { type Command, Option } from 'commander';
import { type NoteVerifier, openCheckpoint, parseVerifierKey, type TreeHead } from '#libs/merkle-log';
import { CliError, EXIT } from '../exit.js';

/** Adds the option for the log's public keys. */
export function withKey(command: Command): Command {
  const text = 'a public key of the log: ORIGIN+ID+KEY; may be repeated';
  return command.addOption(new Option('--key <key>', text).argParser(collect).env('COUNTERSIGN_AUDIT_KEY'));
}

/** @throws CliError (usage) for what is no public key of a log, or keys of two logs */
export function verifiersOf(keys: readonly string[]): NoteVerifier[] {
  if (keys.length === 0)
    throw new CliError(
      EXIT.usage,
      'With which key? Use --key ORIGIN+ID+KEY, which the operator of the log gave you.',
    );
  const verifiers = keys.map(verifierOf);
  if (new Set(verifiers.map(({ name }) => name)).size > 1)
    throw new CliError(EXIT.usage, 'These keys belong to different logs: verify one log at a time.');
  return verifiers;
}

function verifierOf(text: string): NoteVerifier {
  try {
    return parseVerifierKey(text.trim());
  } catch {
    throw new CliError(
      EXIT.usage,
      `--key ${text} is not a public key of a log, which has the form ORIGIN+ID+KEY.`,
    );
  }
}

/** Returns the tree head of a checkpoint. @throws CliError (not verified) if no given key has signed it */
export function headIn(note: string, verifiers: readonly NoteVerifier[]): TreeHead {
  const head = openCheckpoint(note, verifiers);
  if (head === null) throw new CliError(EXIT.notVerified, 'The checkpoint is not signed by any given key.');
  return head;
}
