import type { VariableName } from './variables.js';

/** Returns a variable of the environment; undefined where it is unset or empty. */
export function environmentVariable(name: VariableName): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}

/** Returns the whole environment, for a child. */
export function environment(): NodeJS.ProcessEnv {
  return { ...process.env };
}

/** Makes those of this program that are set to nothing unset: options take their values from variables that are set. */
export function dropEmptyVariables(): void {
  for (const [name, value] of Object.entries(process.env))
    if (name.startsWith('COUNTERSIGN_') && value === '') delete process.env[name];
}
