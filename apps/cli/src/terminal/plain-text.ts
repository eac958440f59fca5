/**
 * Control and format characters but for the two that join letters (Persian, emoji), and separators of lines. Format characters turn
 * the direction of text, or are not seen: with one in it, a name is another one and looks the same.
 */
const CONTROL = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/**
 * Returns text that people wrote in a form that a terminal only shows: its control sequences could move the cursor over
 * what stands above, rename the window or turn `bob` into what is not Bob.
 */
export function plainText(text: string): string {
  return text.replace(CONTROL, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** Returns the same for one line: what is more becomes `⏎`. */
export function plainLine(text: string): string {
  return plainText(text.replaceAll(/\r?\n/g, '⏎').replaceAll('\t', ' '));
}

/** Returns JSON in which every such character is escaped as JSON escapes it. @param indent 0 for one line */
export function plainJson(value: unknown, indent: 0 | 2): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replace(CONTROL, (character) =>
    [...Array(character.length).keys()].map((at) => unitOf(character, at)).join(''),
  );
}

const unitOf = (text: string, at: number): string =>
  `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`;
