import type { Request, Response } from 'express';

/**
 * Returns whether the caller prefers `mediaType` to JSON (RFC 9110 §12.5.1), and adds Accept to the Vary header. HEAD gets
 * JSON, which costs less.
 */
export function prefers(mediaType: string, request: Request, response: Response): boolean {
  response.vary('Accept');
  return request.method === 'GET' && request.accepts('application/json', mediaType) === mediaType;
}
