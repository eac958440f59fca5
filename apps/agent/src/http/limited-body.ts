import { pipeline, type Readable, Transform } from 'node:stream';

/** Maximum size of a response in bytes: far above any secret and any page of a list. */
export const ANSWER_LIMIT = 16 * 1024 * 1024;

/** Passes a body through, and fails with the error of `refuse` beyond ANSWER_LIMIT. */
export function limitedBody(body: Readable, refuse: () => Error): Readable {
  let size = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      size += chunk.length;
      if (size > ANSWER_LIMIT) pass(refuse());
      else pass(null, chunk);
    },
  });
  // The reader gets failures from the stream itself.
  return pipeline(body, limited, () => undefined);
}
