import {
  type CallHandler,
  createParamDecorator,
  type ExecutionContext,
  type NestInterceptor,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import { ExpectedVersion } from '#libs/core';

/** A response with its row's version; null when the caller may not see the whole row. */
export interface WithVersion<Body> {
  readonly version: string | null;
  readonly body: Body;
}

/** Returns a function that maps a row to its response with its version. */
export const withVersion =
  <Row, Body>(versionOf: (row: Row) => string, bodyOf: (row: Row) => Body) =>
  (row: Row): WithVersion<Body> => ({ version: versionOf(row), body: bodyOf(row) });

type Handler = (...args: never[]) => Promise<WithVersion<unknown> | void>;

/**
 * Sends the row's version as `ETag` (RFC 9110 §8.8.3). A change, which has `@IfMatch()` too, is 412 `changed_meanwhile` if
 * the row has changed since that version.
 */
export const Versioned =
  () =>
  <Method extends Handler>(
    target: object,
    name: string | symbol,
    handler: TypedPropertyDescriptor<Method>,
  ): void => {
    UseInterceptors(new VersionInterceptor())(target, name, handler);
  };

/** The `ExpectedVersion` of the `If-Match` header. */
export const IfMatch = createParamDecorator((_data: unknown, context: ExecutionContext) =>
  ExpectedVersion.parse(context.switchToHttp().getRequest<Request>().headers['if-match']),
);

class VersionInterceptor implements NestInterceptor<WithVersion<unknown> | undefined, unknown> {
  intercept(
    context: ExecutionContext,
    next: CallHandler<WithVersion<unknown> | undefined>,
  ): Observable<unknown> {
    const http = context.switchToHttp();
    const response = http.getResponse<Response>();
    // The version is the row's, but a response may have members that change without it, so there is no 304.
    delete http.getRequest<Request>().headers['if-none-match'];
    return next.handle().pipe(
      map((answer) => {
        if (answer && answer.version !== null) response.setHeader('ETag', `"${answer.version}"`);
        return answer?.body;
      }),
    );
  }
}
