import { plainLine } from '../terminal/plain-text.js';

export interface Column<Row> {
  readonly head: string;
  readonly cell: (row: Row) => string | number | null;
  /** Shown only with `-o wide`. */
  readonly wide?: boolean;
  /** At the end of its column, as numbers are. */
  readonly end?: boolean;
}

const GAP = '  ';

/**
 * Returns aligned lines without borders, with headers in capitals; empty for no rows.
 * @param longest so many characters of a cell are shown, its beginning and its end
 */
export function tableOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  longest = Infinity,
): string {
  if (rows.length === 0) return '';
  const heads = columns.map(({ head }) => head.toUpperCase());
  const lines = [
    heads,
    ...rows.map((row) => columns.map(({ cell }) => shortened(shown(cell(row)), longest))),
  ];
  // Not as arguments of one call: hundreds of thousands do not fit on the stack.
  const widths = heads.map((_, at) => lines.reduce((most, line) => Math.max(most, widthOf(line[at]!)), 0));
  return lines.map((line) => `${lineOf(line, columns, widths)}\n`).join('');
}

function shortened(text: string, longest: number): string {
  const characters = text.length > longest ? [...text] : [];
  if (characters.length <= longest) return text;
  const kept = Math.floor((longest - 1) / 2);
  return `${characters.slice(0, kept).join('')}…${characters.slice(-kept).join('')}`;
}

function lineOf(
  cells: readonly string[],
  columns: readonly { end?: boolean }[],
  widths: readonly number[],
): string {
  const padded = cells.map((cell, at) => {
    const blanks = ' '.repeat(widths[at]! - widthOf(cell));
    return columns[at]!.end === true ? blanks + cell : cell + blanks;
  });
  return padded.join(GAP).trimEnd();
}

/** Returns `name value` lines of one object. */
export function factsOf(facts: readonly (readonly [string, string | number | null])[]): string {
  const width = Math.max(...facts.map(([name]) => widthOf(name)));
  return facts
    .map(([name, value]) => `${name}${' '.repeat(width - widthOf(name))}${GAP}${shown(value)}`.trimEnd())
    .map((line) => `${line}\n`)
    .join('');
}

/** Returns one line of a live list, unaligned because later lines are not known. */
export function openLine(cells: readonly string[]): string {
  return cells.map(plainLine).join(GAP);
}

function shown(value: string | number | null): string {
  return value === null || value === '' ? '-' : plainLine(String(value));
}

/** Created on first use: it takes a third of the startup time. */
let segments: Intl.Segmenter | undefined;
/** Characters that take two columns of a terminal: ideographs, kana, Hangul and emoji (UAX #11). */
const WIDE =
  /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303e\uff01-\uff60]/u;

/** Returns the width of the text in columns of a terminal. */
function widthOf(text: string): number {
  // eslint-disable-next-line no-control-regex -- plain ASCII needs no segments
  if (/^[\u0000-\u007f]*$/.test(text)) return text.length;
  let width = 0;
  for (const { segment } of (segments ??= new Intl.Segmenter()).segment(text))
    width += WIDE.test(segment) ? 2 : 1;
  return width;
}
