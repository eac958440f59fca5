/** Returns the LIKE pattern of texts that start with this one, which is escaped. */
export function prefixPattern(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}
