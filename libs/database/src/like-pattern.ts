/** Returns the LIKE pattern of texts that start with this one. */
export function prefixPattern(text: string): string {
  return `${escaped(text)}%`;
}

/** Returns the LIKE pattern of texts that contain this one. */
export function containsPattern(text: string): string {
  return `%${escaped(text)}%`;
}

function escaped(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
