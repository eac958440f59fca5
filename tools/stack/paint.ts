/** Escape sequences on a terminal, plain text anywhere else. */
export interface Paint {
  bold(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
}

export function paintFor(out: { readonly isTTY?: boolean }): Paint {
  return out.isTTY && !process.env.NO_COLOR ? COLORED : PLAIN;
}

const wrap =
  (on: number, off: number) =>
  (text: string): string =>
    `\u001b[${on}m${text}\u001b[${off}m`;
const same = (text: string): string => text;

const COLORED: Paint = { bold: wrap(1, 22), dim: wrap(2, 22), good: wrap(32, 39), bad: wrap(31, 39) };
export const PLAIN: Paint = { bold: same, dim: same, good: same, bad: same };
