import type { NextFunction, Request, Response } from 'express';
import { announcesBody } from './read-body.js';

const WITHIN_MS = 10_000;

/**
 * Node reads on, and forgets, what was still under way of a body when its answer was sent. Whoever takes longer over
 * that than a body may take loses the connection (D96).
 */
export function endStalled(request: Request, response: Response, next: NextFunction): void {
  if (announcesBody(request)) response.once('finish', () => endUnlessComplete(request));
  next();
}

function endUnlessComplete(request: Request): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.complete || request.socket.destroy(), WITHIN_MS);
  request.socket.once('close', () => clearTimeout(timer));
  request.once('end', () => clearTimeout(timer));
}
