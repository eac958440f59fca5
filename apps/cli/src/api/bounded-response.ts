import { CliError, EXIT } from '../exit.js';

/** Far more than a page of any list. */
const MAX_MIB = 64;

/** Returns the response with a body that fails with a CliError beyond 64 MiB, after decompression: memory holds all of it. */
export function boundedResponse(response: Response): Response {
  if (!response.body) return response;
  let left = MAX_MIB * 1024 * 1024;
  const limit = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      left -= chunk.byteLength;
      if (left < 0) throw tooLarge();
      controller.enqueue(chunk);
    },
  });
  const { status, statusText, headers, url } = response;
  const bounded = new Response(response.body.pipeThrough(limit), {
    ...{ status, statusText },
    headers: [...headers],
  });
  // Links to a next page are relative to it.
  return Object.defineProperty(bounded, 'url', { value: url });
}

function tooLarge(): CliError {
  return new CliError(
    EXIT.failed,
    `The service's response is larger than ${MAX_MIB} MiB. Ask for fewer rows.`,
  );
}
