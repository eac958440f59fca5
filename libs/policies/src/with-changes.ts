/** Returns `base` with the members of `change` that are defined. */
export function withChanges<Base extends object>(base: Base, change: object): Base {
  const given = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...base, ...Object.fromEntries(given) };
}
