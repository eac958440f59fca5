import type { VariableName } from './variables.js';

/** Returns an environment variable; undefined if it is unset or empty. */
export function environmentVariable(name: VariableName): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}

/** Returns the whole environment, for a child process. */
export function environment(): NodeJS.ProcessEnv {
  return { ...process.env };
}

/** Removes this program's variables that are empty, because options use variables that are set. */
export function dropEmptyVariables(): void {
  for (const [name, value] of Object.entries(process.env))
    if (name.startsWith('COUNTERSIGN_') && value === '') delete process.env[name];
}
