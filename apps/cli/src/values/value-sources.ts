import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';
import { isatty } from 'node:tty';
import { CliError, EXIT } from '../exit.js';
import type { Terminal } from '../terminal/terminal.js';
import { MAX_BYTES } from './value.js';

/** Sources of new values; never an argument. */
export interface ValueOptions {
  /** `K=@FILE`, `K=-` */
  readonly set: readonly string[];
  /** `K`, `K:LENGTH` */
  readonly generate: readonly string[];
}

const KEY = /^[A-Za-z0-9_.\-/]{1,256}$/;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const DEFAULT_LENGTH = 32;
const [MIN_LENGTH, MAX_LENGTH] = [16, 1024];

/**
 * Returns new values in base64 by key, and wipes the buffers.
 * @throws CliError (usage), whose message contains no part of a value
 */
export async function newValues(options: ValueOptions, terminal: Terminal): Promise<Record<string, string>> {
  const sources = [
    ...options.set.map((given) => settingOf(given, terminal)),
    ...options.generate.map(generatedOf),
  ];
  if (sources.length === 0)
    throw new CliError(EXIT.usage, 'Which values? Use --set K=@FILE, --set K=- or --generate K.');
  const keys = sources.map(({ key }) => key);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) throw new CliError(EXIT.usage, `${twice} is given twice.`);
  if (sources.filter(({ stdin }) => stdin).length > 1)
    throw new CliError(EXIT.usage, 'Only one value can come from stdin.');
  const values: Record<string, string> = {};
  for (const { key, bytes } of sources) values[key] = base64Of(key, await bytes());
  return values;
}

interface Source {
  readonly key: string;
  readonly stdin: boolean;
  readonly bytes: () => Promise<Buffer>;
}

function settingOf(given: string, terminal: Terminal): Source {
  const at = given.indexOf('=');
  const [key, from] = [given.slice(0, Math.max(at, 0)), given.slice(at + 1)];
  if (from !== '-' && !from.startsWith('@'))
    throw new CliError(
      EXIT.usage,
      'A value is never an argument, which everybody on this machine may read: use --set K=@FILE, or --set K=- for stdin.',
    );
  checkKey(key);
  if (from === '-') return { key, stdin: true, bytes: () => fromStdin(key, terminal) };
  return { key, stdin: false, bytes: async () => fromFile(from.slice(1)) };
}

function generatedOf(given: string): Source {
  const [key = '', digits = String(DEFAULT_LENGTH), ...more] = given.split(':');
  checkKey(key);
  const length = /^\d+$/.test(digits) && more.length === 0 ? Number(digits) : 0;
  if (length < MIN_LENGTH || length > MAX_LENGTH)
    throw new CliError(
      EXIT.usage,
      `--generate ${key}: a length is ${MIN_LENGTH} to ${MAX_LENGTH} characters.`,
    );
  return { key, stdin: false, bytes: async () => generated(length) };
}

function checkKey(key: string): void {
  if (!KEY.test(key)) throw new CliError(EXIT.usage, 'A key has letters, digits and _ . - / alone.');
}

/** Generates a value that nobody sees, not even the requester. */
function generated(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at += 1) bytes[at] = LETTERS.charCodeAt(randomInt(LETTERS.length));
  return bytes;
}

async function fromStdin(key: string, terminal: Terminal): Promise<Buffer> {
  if (!isatty(0)) return buffer(process.stdin);
  return Buffer.from(await terminal.askHidden(`Value of ${key}: `, `--set ${key}=@FILE`));
}

function fromFile(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    throw new CliError(EXIT.usage, `${path} can't be read (${code}).`);
  }
}

/** Rejects an empty value, which is usually the output of a failed program. */
function base64Of(key: string, bytes: Buffer): string {
  try {
    if (bytes.length === 0) throw new CliError(EXIT.usage, `The value of ${key} is empty.`);
    if (bytes.length > MAX_BYTES)
      throw new CliError(EXIT.usage, `The value of ${key} is longer than 64 KiB.`);
    return bytes.toString('base64');
  } finally {
    bytes.fill(0);
  }
}
