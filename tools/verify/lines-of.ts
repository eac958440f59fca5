import type { Readable } from 'node:stream';

/** Longer than any line that the service writes, in characters. */
const LONGEST = 2 ** 24;
/** What stands in place of a line that is longer: nobody takes it for one of the service's. */
const OVERLONG = '(too long)';

/**
 * The lines of a text, parted by newlines alone: other line ends may stand in a JSON string. No more than one line is in
 * memory, and no more of it than a line of the service can have.
 */
export async function* linesOf(input: Readable): AsyncGenerator<string> {
  let rest = '';
  let isOverlong = false;
  for await (const chunk of input.setEncoding('utf8') as AsyncIterable<string>) {
    let from = 0;
    for (let end = chunk.indexOf('\n'); end >= 0; end = chunk.indexOf('\n', from)) {
      yield isOverlong ? OVERLONG : rest + chunk.slice(from, end);
      [rest, isOverlong, from] = ['', false, end + 1];
    }
    isOverlong ||= rest.length + chunk.length - from > LONGEST;
    rest = isOverlong ? '' : rest + chunk.slice(from);
  }
  if (isOverlong) yield OVERLONG;
  else if (rest !== '') yield rest;
}
