import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Far above what any client needs that waits for answers. */
const MAX_WAITING = 64;
/** A head of many short headers takes ten times its size: each of their names and values is a text of its own. */
const MAX_HELD_BYTES = 256 * 1024;
const BYTES_OF_A_TEXT = 32;

/** The calls of a connection that wait for the one being served, and about how much memory they take. */
interface Waiting {
  readonly calls: (readonly [IncomingMessage, ServerResponse])[];
  heldBytes: number;
}

/**
 * Serves pipelined requests (RFC 9112 §9.3.2) of a connection one after the other, as they are answered anyway. All at
 * once they would hold the event loop until the last has begun, and each could take a database connection. A connection
 * with more than 64 of them waiting is closed.
 */
export function servePipelinedInOrder(listener: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Waiting>();
  const carryOut = (request: IncomingMessage, response: ServerResponse, line: Waiting): void => {
    response.once('close', () => setImmediate(next, request.socket, line));
    listener(request, response);
  };
  const next = (socket: Socket, line: Waiting): void => {
    if (socket.destroyed) closeAnswers(line.calls.splice(0));
    const following = line.calls.shift();
    if (!following) return void lines.delete(socket);
    line.heldBytes -= sizeOf(following[0]);
    carryOut(...following, line);
  };
  const wait = (request: IncomingMessage, response: ServerResponse, line: Waiting): void => {
    line.calls.push([request, response]);
    line.heldBytes += sizeOf(request);
    if (line.calls.length > MAX_WAITING || line.heldBytes > MAX_HELD_BYTES) request.socket.destroy();
  };
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line) return wait(request, response, line);
    const begun: Waiting = { calls: [], heldBytes: 0 };
    lines.set(socket, begun);
    carryOut(request, response, begun);
  };
}

/** Node says of no answer that has not begun that it is over: who counts answers from the call on would hold it for good. */
function closeAnswers(calls: Waiting['calls']): void {
  for (const [, response] of calls) response.emit('close');
}

function sizeOf({ url = '', rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((size, text) => size + text.length + BYTES_OF_A_TEXT, url.length);
}
