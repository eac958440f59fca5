/** Returns a variable of the environment; undefined where it is unset or empty. */
export function environmentVariable(name: string): string | undefined {
  const value = process.env[name];
  return value === '' ? undefined : value;
}

/** Returns the whole environment, for a child. */
export function environment(): NodeJS.ProcessEnv {
  return { ...process.env };
}
