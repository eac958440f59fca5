import type { NextFunction, Request, Response } from 'express';
import { adoptCorrelationId, withCorrelation } from '#libs/core';

/** Gives every call a correlation id, on the answer and for all that is done for it (D91). */
export function correlation(request: Request, response: Response, next: NextFunction): void {
  const id = adoptCorrelationId(request.headers['x-correlation-id']);
  response.setHeader('X-Correlation-Id', id);
  withCorrelation(id, next);
}
