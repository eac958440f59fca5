const KIB = 1024;
const MANY = '\u0300\u0316';
/** Texts that cost most where a pattern, a normal form or a count is badly chosen. */
export const TEXTS: Readonly<Record<string, (length: number) => string>> = {
  'combining marks': (length) => `a${MANY.repeat(length / 4)}`,
  blanks: (length) => ' '.repeat(length),
  'letters, @ and /': (length) => 'a@/'.repeat(length / 3),
  escapes: (length) => '\\n"'.repeat(length / 6),
  'letters of which one makes many': (length) => '\ufdfa'.repeat(length / 3),
};
const MARKS = 'combining marks';
const OTHER_TEXTS = Object.keys(TEXTS).filter((what) => what !== MARKS);
/** What takes quadratic time takes seconds for as much. */
const SHORTER = 64 * KIB;
let turn = 0;

/**
 * Returns combining marks, and of the other kinds of text one in turn, which is shorter; in a nightly run (NIGHTLY=1) every
 * kind at its longest.
 */
export function* hostileTexts(length: number, bytes: number): Generator<readonly [string, string]> {
  const nightly = process.env.NIGHTLY === '1';
  turn += 1;
  yield [MARKS, textOf(MARKS, length, bytes)];
  const others = nightly ? OTHER_TEXTS : [OTHER_TEXTS[turn % OTHER_TEXTS.length]!];
  for (const what of others) yield [what, textOf(what, nightly ? length : Math.min(length, SHORTER), bytes)];
}

const made = new Map<string, string>();

/** As many items as fit into that many bytes. */
export function filled(bytes: number, item: (n: number) => string, most = Number.POSITIVE_INFINITY): string {
  return once(`${bytes} ${most} ${String(item)}`, () => joined(bytes, item, most));
}

function once(key: string, make: () => string): string {
  const text = made.get(key) ?? make();
  made.set(key, text);
  return text;
}

function joined(bytes: number, item: (n: number) => string, most: number): string {
  const items: string[] = [];
  for (let length = 0, n = 0; n < most; n += 1) {
    const next = item(n);
    length += next.length + 1;
    if (length > bytes) break;
    items.push(next);
  }
  return items.join(',');
}

/** Returns one of the texts, so long, as JSON, cut to what fits into that many bytes. */
function textOf(what: string, length: number, bytes: number): string {
  return once(`${what} ${length} ${bytes}`, () => cutToFit(TEXTS[what]!(length), bytes));
}

function cutToFit(text: string, bytes: number): string {
  let cut = text;
  while (Buffer.byteLength(JSON.stringify(cut)) > bytes) cut = cut.slice(0, cut.length * 0.9);
  // Not half of a pair of surrogates.
  return JSON.stringify(cut.replace(/[\ud800-\udbff]$/, ''));
}
