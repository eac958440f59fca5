/** Returns whether two JSON values say the same, whatever the order of their members. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return one === other;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [first, second] = [one as Record<string, unknown>, other as Record<string, unknown>];
  const names = Object.keys(first);
  return (
    names.length === Object.keys(second).length &&
    names.every((name) => Object.hasOwn(second, name) && sameJson(first[name], second[name]))
  );
}
