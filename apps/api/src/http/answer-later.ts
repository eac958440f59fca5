import { HttpStatus } from '@nestjs/common';
import type { NextFunction, Response } from 'express';

/**
 * Responds once `work` ends: 200 with its body, 204 without one, and errors as everywhere. A handler that waits for long
 * returns at once, because Nest's pipeline holds 15 KB until it does.
 */
export function answerLater(
  response: Response,
  next: NextFunction,
  work: Promise<object | null | undefined>,
): void {
  work
    .then((body) => (body ? response.json(body) : response.status(HttpStatus.NO_CONTENT).send()))
    .catch(next);
}
