import type { Readable } from 'node:stream';

/** Longer than any line that the service writes, in characters. */
const MAX_LENGTH = 2 ** 24;
/** Replaces a longer line; never a valid line of the service. */
const OVERLONG = '(too long)';

/**
 * Splits a text at newlines only: a JSON string may hold other line separators. Holds one line in memory at a time, up
 * to the service's maximum length.
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
    isOverlong ||= rest.length + chunk.length - from > MAX_LENGTH;
    rest = isOverlong ? '' : rest + chunk.slice(from);
  }
  if (isOverlong) yield OVERLONG;
  else if (rest !== '') yield rest;
}
