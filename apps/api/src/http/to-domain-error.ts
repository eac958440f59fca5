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
  if (isBadPath(error)) return httpErrors.invalidField('path', 'is not a valid address');
  return httpErrors.internal();
}

function isDependencyLoss(error: unknown): boolean {
  return (
    error instanceof CacheUnavailableError ||
    error instanceof KeyUnavailableError ||
    isDatabaseUnavailable(error) ||
    // An event that can't be written rolls its change back (D58); a later attempt may succeed.
    failedAtTable(error, 'audit_events')
  );
}

/** Returns whether Express could not decode the path's percent encoding, or Nest rejected its form. */
function isBadPath(error: unknown): boolean {
  if (error instanceof URIError) return true;
  return error instanceof HttpException && error.getStatus() === 400;
}
