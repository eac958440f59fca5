import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** No client that waits for answers comes near it. */
const MOST_WAITING = 64;

/** What came over a connection after the call that is being carried out. */
type Waiting = (readonly [IncomingMessage, ServerResponse])[];

/**
 * Carries out the calls that a client sends over a connection without waiting for answers (RFC 9112 §9.3.2) one after
 * the other, as they are answered anyway. All at once they would hold the event loop until the last has begun, and each
 * could take a database connection. A client that sends on regardless loses the connection.
 */
export function oneAtATime(listener: RequestListener): RequestListener {
  const lines = new WeakMap<Socket, Waiting>();
  const carryOut = (request: IncomingMessage, response: ServerResponse, line: Waiting): void => {
    response.once('close', () => setImmediate(next, request.socket, line));
    listener(request, response);
  };
  const next = (socket: Socket, line: Waiting): void => {
    const following = socket.destroyed ? undefined : line.shift();
    if (following) carryOut(...following, line);
    else lines.delete(socket);
  };
  return (request, response) => {
    const { socket } = request;
    const line = lines.get(socket);
    if (line) return void (line.push([request, response]) > MOST_WAITING && socket.destroy());
    const begun: Waiting = [];
    lines.set(socket, begun);
    carryOut(request, response, begun);
  };
}
