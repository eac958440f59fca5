import type { NextFunction, Request, Response } from 'express';
import { adoptCorrelationId, withCorrelation } from '#libs/core';

/** Sets the call's correlation id, in the response header and in the call's async context (D91). */
export function correlation(request: Request, response: Response, next: NextFunction): void {
  const id = adoptCorrelationId(request.headers['x-correlation-id']);
  response.setHeader('X-Correlation-Id', id);
  withCorrelation(id, next);
}
