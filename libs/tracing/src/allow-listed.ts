/** The type of each allowed member, by its name. */
export type AllowList = Readonly<Record<string, 'text' | 'number'>>;

/** Returns the members of `given` that the list names and that have the type there. @param cut shortens texts */
export function allowListed(
  list: AllowList,
  given: object,
  cut: (text: string, name: string) => string,
): Record<string, string | number> {
  const kept: Record<string, string | number> = {};
  for (const [name, type] of Object.entries(list)) {
    if (!Object.hasOwn(given, name)) continue;
    const value = (given as Record<string, unknown>)[name];
    if (type === 'number' && typeof value === 'number') kept[name] = value;
    if (type === 'text' && typeof value === 'string') kept[name] = cut(value, name);
  }
  return kept;
}
