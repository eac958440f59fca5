/** Returns what was typed into a field of a form; empty for a field that is not there. */
export function fieldText(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
