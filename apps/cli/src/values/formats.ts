import { CliError, EXIT } from '../exit.js';
import { plainJson } from '../terminal/plain-text.js';
import type { Value } from './value.js';

export const VALUE_FORMATS = ['env', 'json', 'raw'] as const;
export type ValueFormat = (typeof VALUE_FORMATS)[number];

/** A valid variable name of POSIX shells. */
export const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Rejects keys that a format can't express, before any value is retrieved. @throws CliError (usage) */
export function checkKeys(format: ValueFormat, keys: readonly string[]): void {
  if (format === 'raw' && keys.length !== 1)
    throw new CliError(EXIT.usage, 'raw is the bytes of one value: name it with --key.', keys);
  const odd = keys.filter((key) => format === 'env' && !VARIABLE.test(key));
  if (odd.length > 0)
    throw new CliError(EXIT.usage, 'Shells have no variables of these names: use --output json.', odd);
}

/** Returns the bytes to write. @throws CliError (usage) if a value isn't text */
export function formatted(format: ValueFormat, values: readonly Value[]): Buffer {
  if (format === 'raw') return Buffer.from(values[0]!.bytes);
  const texts = values.map((value) => [value.key, textOf(value, format)] as const);
  if (format === 'json') return Buffer.from(`${plainJson(Object.fromEntries(texts), 2)}\n`);
  return Buffer.from(texts.map(([key, text]) => `${key}=${quoted(text)}\n`).join(''));
}

/** A POSIX shell interprets nothing within single quotes; a quote itself must be outside. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

function textOf(value: Value, format: ValueFormat): string {
  const text = value.text();
  if (text === null || (format === 'env' && text.includes('\0')))
    throw new CliError(
      EXIT.usage,
      `The value of ${value.key} is not text, and has been consumed: request it again, with --output raw or --to file:PATH.`,
    );
  return text;
}
