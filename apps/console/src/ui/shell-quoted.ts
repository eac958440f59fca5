/** Returns a text as one word of a POSIX shell, in which nothing of it is carried out. */
export function shellQuoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
