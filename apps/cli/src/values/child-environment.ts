import { environment } from '../environment.js';
import { CliError, EXIT } from '../exit.js';
import type { Mapping } from './child-names.js';
import type { PrivateFolder } from './private-folder.js';
import type { Value } from './value.js';

export interface InheritOptions {
  readonly pass: readonly string[];
  readonly onlyEnv?: boolean;
}

/** Variables that child processes must not inherit. */
const OWN = /^COUNTERSIGN_(?:TOKEN|WORKLOAD_JWT)/;

/** Returns the inherited environment of a child: all variables but our tokens, or only those named with --pass. */
export function inherited({ pass, onlyEnv }: InheritOptions): NodeJS.ProcessEnv {
  const all = Object.entries(environment()).filter(([name]) => !OWN.test(name));
  return Object.fromEntries(onlyEnv === true ? all.filter(([name]) => pass.includes(name)) : all);
}

/**
 * Returns the variables with values, or with the paths of their files.
 * @throws CliError (usage) for a value that isn't text
 */
export function variables(
  mappings: readonly Mapping[],
  values: ReadonlyMap<string, Value>,
  folder: () => PrivateFolder,
): NodeJS.ProcessEnv {
  return Object.fromEntries(
    mappings.map(({ key, name, asFile }) => {
      const value = values.get(key)!;
      return [name, asFile ? folder().add(key, value) : textOf(value)];
    }),
  );
}

function textOf(value: Value): string {
  const text = value.text();
  if (text === null || text.includes('\0'))
    throw new CliError(
      EXIT.usage,
      `The value of ${value.key} is not text, and has been consumed: request it again, with --file ${value.key}.`,
    );
  return text;
}
