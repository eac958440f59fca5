import { HttpException, NotFoundException } from '@nestjs/common';
import { CacheUnavailableError } from '#libs/cache';
import { failedAtTable, isDatabaseUnavailable } from '#libs/database';
import { DomainError, httpErrors } from '#libs/core';
import { KeyUnavailableError } from '#libs/kms';

/** Returns the public form of an error: an unknown one is `internal_error`, without details. */
export function toDomainError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (isDependencyLoss(error)) return httpErrors.dependencyUnavailable();
  if (error instanceof NotFoundException) return httpErrors.routeNotFound();
  if (isBadPath(error))
    return httpErrors.validationFailed([{ field: 'path', message: 'is not a valid address' }]);
  return httpErrors.internal();
}

function isDependencyLoss(error: unknown): boolean {
  return (
    error instanceof CacheUnavailableError ||
    error instanceof KeyUnavailableError ||
    isDatabaseUnavailable(error) ||
    // What can't be audited does not happen (D58): no event, no change, and a try later may succeed.
    failedAtTable(error, 'audit_events')
  );
}

/** Express could not decode the path's percent signs, or Nest refused it for its form. */
function isBadPath(error: unknown): boolean {
  if (error instanceof URIError) return true;
  return error instanceof HttpException && error.getStatus() === 400;
}
