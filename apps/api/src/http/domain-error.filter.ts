import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { Response } from 'express';
import { AuditedRefusal } from '#libs/audit';
import { currentCorrelationId, DomainError, httpErrors } from '#libs/core';
import type { Logger } from '#libs/logging';
import type { AccessDenials } from '../access/access-denials.js';
import type { AuthenticatedRequest } from '../access/principal.js';
import { allowedMethods } from './allowed-methods.js';
import { statusOf } from './error-status.js';
import { toDomainError } from './to-domain-error.js';

const MAX_DISCARDED_BYTES = 16 * 1024 * 1024;

/** Maps errors to responses, in the envelope of the endpoint group (D1). */
@Catch()
export class DomainErrorFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly denials: AccessDenials,
  ) {}

  async catch(error: unknown, host: ArgumentsHost): Promise<void> {
    await this.answer(error, host.switchToHttp().getRequest(), host.switchToHttp().getResponse());
  }

  /** Responds to an error outside of Nest's routes, too. Never rejects. */
  async answer(thrown: unknown, request: AuthenticatedRequest, response: Response): Promise<void> {
    const error = await this.recorded(thrown, request);
    const known = withAllow(toDomainError(error), request);
    this.report(known, error, request);
    response.locals.errorCode = known.code;
    if (response.headersSent) return void response.destroy();
    send(request, response, known);
  }

  /** Writes the denials where required and returns the error; returns the database's error if that fails (D58). */
  private async recorded(error: unknown, request: AuthenticatedRequest): Promise<unknown> {
    if (!(error instanceof DomainError)) return error;
    return this.denials.record(error, request).then(
      () => (error instanceof AuditedRefusal ? error.refusal : error),
      (failure: unknown) => failure,
    );
  }

  /** Logs what an operator needs beyond the status: unhandled errors, and unavailable dependencies. */
  private report(known: DomainError, error: unknown, request: AuthenticatedRequest): void {
    const route = (request.route as { path?: string } | undefined)?.path ?? null;
    const fields = { err: error, route, correlation_id: currentCorrelationId() };
    if (known.kind === 'internal') this.logger.error(fields, 'unhandled error');
    if (known.kind === 'unavailable') this.logger.warn(fields, 'dependency unavailable');
  }
}

/** Returns 405 with `Allow` instead of 404 for a path with other methods, unless this method's own route threw the 404. */
function withAllow(error: DomainError, request: AuthenticatedRequest): DomainError {
  if (error.code !== 'route_not_found') return error;
  const allow = allowedMethods(request);
  return allow.length > 0 && !allow.includes(request.method) ? httpErrors.methodNotAllowed(allow) : error;
}

function send(request: AuthenticatedRequest, response: Response, error: DomainError): void {
  const older = request.errorEnvelopeV2 ? {} : { code: error.code, error: error.message };
  if (!request.complete && !isSoonRead(request)) response.setHeader('Connection', 'close');
  response
    .status(statusOf(error.kind))
    .set({ 'Cache-Control': 'no-store', ...error.headers })
    .json({ error_code: error.code, message: error.message, ...older, ...error.extra });
}

/**
 * Returns whether the rest of the body is small enough to be read and discarded, as Node then does. Closing the connection
 * while the caller is still sending would reset it, and lose the response.
 */
function isSoonRead(request: AuthenticatedRequest): boolean {
  return Number(request.headers['content-length'] ?? Number.POSITIVE_INFINITY) <= MAX_DISCARDED_BYTES;
}
