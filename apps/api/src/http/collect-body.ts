import type { IncomingMessage } from 'node:http';
import { httpErrors } from '#libs/core';

const CUT_OFF = { field: 'body', message: 'was cut off' };
const FIRST_BYTES = 512;

export interface Bounds {
  readonly maxBytes: number;
  readonly withinMs: number;
}

/**
 * Buffers a request's body, in at most twice its size.
 *
 * @throws DomainError payload_too_large; request_timeout when it takes longer than `withinMs`; validation_failed when the
 *   client closes the connection, which would otherwise look like a lost database
 */
export function collectBody(request: IncomingMessage, { maxBytes, withinMs }: Bounds): Promise<Buffer> {
  const body = new GrowingBuffer();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => refuse(httpErrors.requestTimeout()), withinMs);
    const stop = (): void => {
      clearTimeout(timer);
      request.off('data', take).off('end', finish).off('close', cutOff).off('error', cutOff);
    };
    const refuse = (error: Error): void => {
      stop();
      body.wipe();
      // Reads and discards the rest, so that the client receives the error.
      request.on('error', () => undefined).resume();
      reject(error);
    };
    const take = (chunk: Buffer): void => {
      if (body.length + chunk.length > maxBytes) return refuse(httpErrors.payloadTooLarge());
      body.add(chunk);
      chunk.fill(0);
    };
    const finish = (): void => {
      stop();
      resolve(body.bytes());
    };
    const cutOff = (): void => refuse(httpErrors.validationFailed([CUT_OFF]));
    if (request.destroyed) return cutOff();
    request.on('data', take).once('end', finish).once('close', cutOff).once('error', cutOff);
  });
}

/** Copies chunks together: thousands of small buffers would take many times the memory of their contents. */
class GrowingBuffer {
  #held = Buffer.alloc(0);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(chunk: Buffer): void {
    const length = this.#length + chunk.length;
    if (length > this.#held.length) this.#growTo(Math.max(length, 2 * this.#length, FIRST_BYTES));
    chunk.copy(this.#held, this.#length);
    this.#length = length;
  }

  bytes(): Buffer {
    return this.#held.subarray(0, this.#length);
  }

  wipe(): void {
    this.#held.fill(0);
    this.#held = Buffer.alloc(0);
    this.#length = 0;
  }

  #growTo(size: number): void {
    const larger = Buffer.alloc(size);
    this.#held.copy(larger);
    this.#held.fill(0);
    this.#held = larger;
  }
}
