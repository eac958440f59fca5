import type { Request, Response } from 'express';
import type { Page } from '#libs/core';

/**
 * The rows of a page as an answer; when more exist, `Link: <...>; rel="next"` names the next page with
 * the caller's other query members kept (D4, RFC 8288).
 */
export function sendPage<Row, Answer>(
  request: Request,
  response: Response,
  page: Page<Row>,
  map: (row: Row) => Answer,
): Answer[] {
  if (page.next !== null) {
    const [path = '', query = ''] = request.originalUrl.split('?', 2);
    const parameters = new URLSearchParams(query);
    parameters.set('cursor', page.next);
    response.setHeader('Link', `<${path}?${parameters.toString()}>; rel="next"`);
  }
  return page.rows.map(map);
}
