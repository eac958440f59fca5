/** Sets environment variables for an SDK; null removes one. Returns a function that restores them. */
export function useEnvironment(variables: Record<string, string | null>): () => void {
  const before = Object.keys(variables).map((name) => [name, process.env[name]] as const);
  const set = (name: string, value: string | null | undefined) => {
    if (value === undefined || value === null) delete process.env[name];
    else process.env[name] = value;
  };
  for (const [name, value] of Object.entries(variables)) set(name, value);
  return () => {
    for (const [name, value] of before) set(name, value);
  };
}
