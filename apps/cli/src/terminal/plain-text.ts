/** C0 without tab and line feed, DEL and C1, marks that turn the direction of text, and separators of lines. */
// eslint-disable-next-line no-control-regex -- those are what is looked for
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/**
 * Returns text that people wrote in a form that a terminal only shows: its control sequences could move the cursor over
 * what stands above, rename the window or turn `bob` into what is not Bob.
 */
export function plainText(text: string): string {
  return text.replace(CONTROL, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`);
}

/** Returns the same for one line: what is more becomes `⏎`. */
export function plainLine(text: string): string {
  return plainText(text).replaceAll(/\r?\n/g, '⏎').replaceAll('\t', ' ');
}

/** Returns JSON in which every such character is escaped as JSON escapes it. @param indent 0 for one line */
export function plainJson(value: unknown, indent: 0 | 2): string {
  return (JSON.stringify(value, null, indent) ?? 'null').replace(/[\u007f-\uffff]/g, (character) =>
    CONTROL_ONE.test(character) ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : character,
  );
}

const CONTROL_ONE = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
