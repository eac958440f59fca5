import { readFile } from 'node:fs/promises';
import { SecretBytes } from '#libs/secret-bytes';
import type { CommandIo } from './command-io.js';
import { UsageError } from './usage-error.js';

const TOKEN_LIMIT = 4096;

/** Returns the trimmed one-time token from the file, or else from standard input. */
export async function readEnrollmentToken(io: CommandIo, file: string | null): Promise<SecretBytes> {
  const text = (file === null ? await readStandardInput(io) : await readTokenFile(file)).trim();
  if (text === '') throw new UsageError('there is no enrollment token in the file or on standard input');
  if (/\s/.test(text)) throw new UsageError('the enrollment token must be one word');
  return SecretBytes.fromUtf8(text);
}

async function readTokenFile(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => {
    throw new UsageError('the token file cannot be read');
  });
}

async function readStandardInput(io: CommandIo): Promise<string> {
  if (io.stdin.isTTY) io.stderr.write('enrollment token, then Ctrl-D: ');
  let text = '';
  for await (const chunk of io.stdin) {
    text += String(chunk);
    if (text.length > TOKEN_LIMIT) throw new UsageError('standard input is too long for an enrollment token');
  }
  return text;
}
