import type { NextFunction, Request, Response } from 'express';
import { announcesBody } from './read-body.js';

const BODY_AFTER_ANSWER_MS = 10_000;
/** Node checks at this interval whether anything was read since: a stalled client is noticed after twice that at most. */
const UNREAD_CHECK_MS = 15_000;
const WHOLE_ANSWER_MS = 300_000;

/**
 * Closes the connection of a client that is still sending a body 10 s after it was answered (D96): Node reads and
 * discards the rest of a body without any time limit.
 */
export function closeStalledUploads(request: Request, response: Response, next: NextFunction): void {
  if (announcesBody(request)) response.once('finish', () => closeUnlessComplete(request));
  next();
}

function closeUnlessComplete(request: Request): void {
  if (request.complete) return;
  const { socket } = request;
  // A kept connection outlives the call: whoever repeats refused calls on it leaves no listener behind for each.
  const forget = (): void => {
    clearTimeout(timer);
    socket.off('close', forget);
  };
  const timer = setTimeout(() => request.complete || socket.destroy(), BODY_AFTER_ANSWER_MS);
  socket.once('close', forget);
  request.once('end', forget);
}

/**
 * Closes the connection of a client that reads nothing of an answer for 30 s, or, once it is complete, not all of it in 5
 * minutes: what is not read is held by this process and the kernel, and Node waits for it without any time limit. A
 * stream, which is never complete while it isn't read, is watched from its beginning.
 */
export function closeUnreadAnswers(request: Request, response: Response, next: NextFunction): void {
  const close = (): void => void request.socket.resetAndDestroy();
  response.once('pipe', () => response.setTimeout(UNREAD_CHECK_MS, close));
  response.once('prefinish', () => {
    // Who has gone needs no watching: the call would be kept until the timer is due.
    if (response.closed) return;
    if (!response.listenerCount('timeout')) response.setTimeout(UNREAD_CHECK_MS, close);
    const timer = setTimeout(close, WHOLE_ANSWER_MS).unref();
    response.once('close', () => clearTimeout(timer));
  });
  next();
}
