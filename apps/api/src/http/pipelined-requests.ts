import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Far more than any client needs that waits for responses. */
const MAX_WAITING = 64;
/** Each short header takes ten times its size in memory, since every name and value is a string. */
const MAX_HELD_BYTES = 256 * 1024;
const BYTES_OF_A_TEXT = 32;

/** The requests of a connection behind the one being served, and their approximate memory. */
interface Queue {
  readonly calls: (readonly [IncomingMessage, ServerResponse])[];
  heldBytes: number;
}

/**
 * Serves the pipelined requests (RFC 9112 §9.3.2) of a connection one after the other, in the order of their responses.
 * Concurrently, they would block the event loop until the last has started, and each could take a database connection. A
 * connection with more than 64 waiting requests is closed.
 */
export function servePipelinedInOrder(listener: RequestListener): RequestListener {
  const queues = new WeakMap<Socket, Queue>();
  const serve = (request: IncomingMessage, response: ServerResponse, queue: Queue): void => {
    response.once('close', () => setImmediate(next, request.socket, queue));
    listener(request, response);
  };
  const next = (socket: Socket, queue: Queue): void => {
    if (socket.destroyed) closeAnswers(queue.calls.splice(0));
    const following = queue.calls.shift();
    if (!following) return void queues.delete(socket);
    queue.heldBytes -= sizeOf(following[0]);
    serve(...following, queue);
  };
  const wait = (request: IncomingMessage, response: ServerResponse, queue: Queue): void => {
    queue.calls.push([request, response]);
    queue.heldBytes += sizeOf(request);
    if (queue.calls.length > MAX_WAITING || queue.heldBytes > MAX_HELD_BYTES) request.socket.destroy();
  };
  return (request, response) => {
    const { socket } = request;
    const queue = queues.get(socket);
    if (queue) return wait(request, response, queue);
    const begun: Queue = { calls: [], heldBytes: 0 };
    queues.set(socket, begun);
    serve(request, response, begun);
  };
}

/** Emits `close` for responses that have not started, which Node does not: listeners that count calls would leak. */
function closeAnswers(calls: Queue['calls']): void {
  for (const [, response] of calls) response.emit('close');
}

function sizeOf({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((size, text) => size + text.length + BYTES_OF_A_TEXT, url.length);
}
