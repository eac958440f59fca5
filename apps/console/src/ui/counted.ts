/** Returns a count with its noun, as in "1 team" or "3 teams". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
