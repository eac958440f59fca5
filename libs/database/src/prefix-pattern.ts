/** Returns the LIKE pattern of texts that begin with this one, taken literally. */
export function prefixPattern(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}
