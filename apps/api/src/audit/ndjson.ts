import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

export const NDJSON = 'application/x-ndjson';

/** Lines are sent in chunks of about this many characters. */
const PIECE = 16_384;

/**
 * Returns a response with one JSON text per line. It reads no faster than the client, and stops when the client disconnects;
 * a failure breaks the connection, so that a part is never taken for the whole.
 * @throws the error of the first item, while an error response is still possible
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
