/** Returns an environment's name, which says that it is one for production where the name alone does not. */
export function environmentLabel({ name, kind }: { name: string; kind: string }): string {
  return kind === 'prod' && !name.toLowerCase().includes('prod') ? `${name} (prod)` : name;
}
