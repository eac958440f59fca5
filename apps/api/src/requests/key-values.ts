import { httpErrors } from '#libs/core';
import { SecretBytes } from '#libs/secret-bytes';
import { isKeyName } from '#libs/agent-protocol';

/** Maximum number of keys of a patch. */
export const MAX_KEYS = 100;
/** Maximum size of a value in bytes. */
export const MAX_BYTES = 64 * 1024;

/**
 * Moves the values out of the body into bytes that print as `[redacted]` and can be wiped.
 *
 * @throws DomainError validation_failed for anything but `least` to 100 key names with strict base64 (RFC 4648 §4)
 *   of at most 64 KiB each (D5); it names the key's position, never what was sent
 */
export function takeKeyValues(body: { key_values?: object }, least = 1): Map<string, SecretBytes> {
  const members = membersOf(body.key_values, least);
  body.key_values = undefined;
  const values = new Map<string, SecretBytes>();
  try {
    for (const [index, [name, text]] of members.entries()) values.set(keyName(name), valueOf(text, index));
    return values;
  } catch (error) {
    for (const value of values.values()) value.wipe();
    throw error;
  }
}

/**
 * Runs the work with the values of a body, and wipes them however it ends.
 *
 * @throws DomainError validation_failed, as `takeKeyValues`
 */
export async function withKeyValues<Result>(
  body: { key_values?: object },
  least: number,
  work: (values: Map<string, SecretBytes>) => Promise<Result>,
): Promise<Result> {
  const values = takeKeyValues(body, least);
  try {
    return await work(values);
  } finally {
    for (const value of values.values()) value.wipe();
  }
}

function membersOf(keyValues: unknown, least: number): [string, unknown][] {
  if (typeof keyValues !== 'object' || keyValues === null || Array.isArray(keyValues))
    throw fault('must be an object');
  const members = Object.entries(keyValues);
  if (members.length >= least && members.length <= MAX_KEYS) return members;
  throw fault(`must hold ${least} to ${MAX_KEYS} keys`);
}

function keyName(name: string): string {
  if (isKeyName(name)) return name;
  throw fault('must have key names of 1 to 256 letters, digits, _ . - or /');
}

function valueOf(text: unknown, index: number): SecretBytes {
  const value = typeof text === 'string' ? decode(text) : null;
  if (!value) throw fault(`must hold base64 at member ${index + 1}`);
  if (value.length <= MAX_BYTES) return value;
  value.wipe();
  throw fault(`must hold at most 64 KiB at member ${index + 1}`);
}

function decode(text: string): SecretBytes | null {
  try {
    return SecretBytes.fromBase64(text);
  } catch {
    return null;
  }
}

function fault(message: string): Error {
  return httpErrors.invalidField('key_values', message);
}
