import type { NextFunction, Request, Response } from 'express';
import { announcesBody } from './read-body.js';

const BODY_AFTER_ANSWER_MS = 10_000;
/** Node's interval for checking whether anything was read: a stalled client is noticed after at most twice that time. */
const UNREAD_CHECK_MS = 15_000;
const WHOLE_ANSWER_MS = 300_000;

/**
 * Closes the connection of a client that is still sending a body 10 s after the response (D96): Node reads and discards
 * the rest without a time limit.
 */
export function closeStalledUploads(request: Request, response: Response, next: NextFunction): void {
  if (announcesBody(request)) response.once('finish', () => closeUnlessComplete(request));
  next();
}

function closeUnlessComplete(request: Request): void {
  if (request.complete) return;
  const { socket } = request;
  // Removes the listener, since a keep-alive connection outlives the call and would collect one for each.
  const forget = (): void => {
    clearTimeout(timer);
    socket.off('close', forget);
  };
  const timer = setTimeout(() => request.complete || socket.destroy(), BODY_AFTER_ANSWER_MS);
  socket.once('close', forget);
  request.once('end', forget);
}

/**
 * Closes the connection of a client that reads nothing of a response for 30 s, or not all of it within 5 minutes of its end:
 * this process and the kernel buffer what is not read, and Node waits without a time limit. A stream, which does not end
 * while it isn't read, is checked from its start.
 */
export function closeUnreadAnswers(request: Request, response: Response, next: NextFunction): void {
  const close = (): void => void request.socket.resetAndDestroy();
  response.once('pipe', () => response.setTimeout(UNREAD_CHECK_MS, close));
  response.once('prefinish', () => {
    // No timer for a closed response: it would keep the call in memory until it fires.
    if (response.closed) return;
    if (!response.listenerCount('timeout')) response.setTimeout(UNREAD_CHECK_MS, close);
    const timer = setTimeout(close, WHOLE_ANSWER_MS).unref();
    response.once('close', () => clearTimeout(timer));
  });
  next();
}
