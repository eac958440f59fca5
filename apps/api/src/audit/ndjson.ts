import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

export const NDJSON = 'application/x-ndjson';

/** Lines are sent in pieces of about this many characters. */
const PIECE = 16_384;

/**
 * Returns an answer of one JSON text a line. It reads no faster than the client does, and no further once the client is gone;
 * what fails on the way breaks the connection, so that no part passes for the whole.
 *
 * @throws what the first item fails with, while it can still be an answer of its own
 */
export async function ndjson<Item>(
  items: AsyncGenerator<Item>,
  say: (item: Item) => unknown,
): Promise<StreamableFile> {
  const first = await items.next();
  const stream = Readable.from(pieces(first, items, say), { objectMode: false, highWaterMark: 4 * PIECE });
  return new StreamableFile(stream, { type: NDJSON });
}

async function* pieces<Item>(
  first: IteratorResult<Item, void>,
  items: AsyncGenerator<Item>,
  say: (item: Item) => unknown,
): AsyncGenerator<string> {
  try {
    let piece = '';
    for (let next = first; next.done !== true; next = await items.next()) {
      piece += `${JSON.stringify(say(next.value))}\n`;
      if (piece.length < PIECE) continue;
      yield piece;
      piece = '';
    }
    if (piece !== '') yield piece;
  } finally {
    await items.return(undefined);
  }
}
