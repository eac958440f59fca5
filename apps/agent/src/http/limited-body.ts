import { pipeline, type Readable, Transform } from 'node:stream';

/** The most of one answer that is read, in bytes: far beyond any secret and any page of a list. */
export const ANSWER_LIMIT = 16 * 1024 * 1024;

/** Passes a body on, and fails with the error of `refuse` once more than ANSWER_LIMIT has come. */
export function limitedBody(body: Readable, refuse: () => Error): Readable {
  let size = 0;
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      size += chunk.length;
      if (size > ANSWER_LIMIT) pass(refuse());
      else pass(null, chunk);
    },
  });
  // Whoever reads hears of a failure from the stream itself.
  return pipeline(body, limited, () => undefined);
}
