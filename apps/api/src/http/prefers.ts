import type { Request, Response } from 'express';

/**
 * Returns whether the caller asks for `mediaType` rather than JSON (RFC 9110 §12.5.1), and says that the answer depends on
 * it. HEAD has no body, and JSON costs less.
 */
export function prefers(mediaType: string, request: Request, response: Response): boolean {
  response.vary('Accept');
  return request.method === 'GET' && request.accepts('application/json', mediaType) === mediaType;
}
