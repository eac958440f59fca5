import { readFileSync } from 'node:fs';

/** A fault of the environment, with the variable's name and without values. */
export class ConnectionUrlFault extends Error {
  override readonly name = 'ConnectionUrlFault';
}

/**
 * Returns the database's URL for a command, from the first of these variables that is set, or from the file in NAME_FILE, as
 * everywhere (D19).
 * @param names the last one is named in the error if none is set
 * @throws ConnectionUrlFault
 */
export function connectionUrl(...names: readonly string[]): string {
  for (const name of names) {
    const text = textOf(name);
    if (text === null) continue;
    if (URL.canParse(text) && /^postgres(ql)?:$/.test(new URL(text).protocol)) return text;
    throw new ConnectionUrlFault(`${name} must be a postgres:// URL`);
  }
  throw new ConnectionUrlFault(`${names.at(-1)} is required`);
}

function textOf(name: string): string | null {
  const file = process.env[`${name}_FILE`] ?? '';
  if (file === '') return process.env[name] || null;
  try {
    return readFileSync(file, 'utf8').trim() || null;
  } catch {
    throw new ConnectionUrlFault(`the file that ${name}_FILE names can't be read`);
  }
}
