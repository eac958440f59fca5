/**
 * Control and format characters and line separators, except tab, newline and the two joiners that Persian and emoji need.
 * Format characters are invisible or change the direction of text, so that a different name can look the same.
 */
export const CONTROL = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Escapes control and format characters of untrusted text, which could overwrite lines above, rename the window or make
 * one name look like another. Tabs and newlines stay.
 */
export function plainText(text: string): string {
  return text.replace(CONTROL, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** Escapes untrusted text for one line: newlines become `⏎`, tabs spaces. Otherwise a name could forge lines of output. */
export function plainLine(text: string): string {
  return plainText(text.replaceAll(/\r?\n/g, '⏎').replaceAll('\t', ' '));
}

/** Returns JSON with these characters as JSON escapes. @param indent 0 for one line */
export function plainJson(value: unknown, indent: 0 | 2): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replace(CONTROL, (character) =>
    [...Array(character.length).keys()].map((at) => unitOf(character, at)).join(''),
  );
}

const unitOf = (text: string, at: number): string =>
  `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
