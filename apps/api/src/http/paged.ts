import {
  type CallHandler,
  type ExecutionContext,
  type NestInterceptor,
  StreamableFile,
  UseInterceptors,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import { map, type Observable } from 'rxjs';
import type { Page } from '#libs/core';
import { ReplicaInterceptor } from './replica.interceptor.js';

/** A stream is the list in another media type, without pages. */
type List = (...args: never[]) => Promise<Page<unknown> | StreamableFile>;

/** Maps a handler's page to a JSON array, with a link to the next page (D4, RFC 8288). */
export const Paged =
  () =>
  <Handler extends List>(
    target: object,
    name: string | symbol,
    handler: TypedPropertyDescriptor<Handler>,
  ): void => {
    UseInterceptors(ReplicaInterceptor, new PageInterceptor())(target, name, handler);
  };

class PageInterceptor implements NestInterceptor<Page<unknown> | StreamableFile, unknown> {
  intercept(
    context: ExecutionContext,
    next: CallHandler<Page<unknown> | StreamableFile>,
  ): Observable<unknown> {
    const http = context.switchToHttp();
    return next.handle().pipe(
      map((answer) => {
        if (answer instanceof StreamableFile) return answer;
        linkNext(http.getRequest(), http.getResponse(), answer);
        return answer.rows;
      }),
    );
  }
}

/** Returns the page with each row mapped to its response. */
export function mapPage<Row, Answer>(page: Page<Row>, answerOf: (row: Row) => Answer): Page<Answer> {
  return { rows: page.rows.map(answerOf), next: page.next };
}

/** Adds the next page, if any, to the `Link` header, with the request's other query parameters. */
export function linkNext(request: Request, response: Response, { next }: Page<unknown>): void {
  if (next === null) return;
  const [path = '', query = ''] = request.originalUrl.split('?', 2);
  const parameters = new URLSearchParams(query);
  parameters.set('cursor', next);
  response.setHeader('Link', `<${path}?${parameters.toString()}>; rel="next"`);
}
