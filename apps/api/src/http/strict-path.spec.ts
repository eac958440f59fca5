import { describe, expect, it } from '@jest/globals';
import type { Request, Response } from 'express';
import { strictPath } from './strict-path.js';

function seen(url: string): string {
  const request = { url } as Request;
  strictPath(request, {} as Response, () => undefined);
  return request.url;
}

describe('strictPath', () => {
  it.each(['/api/v1/requests', '/api/v1/requests?cursor=a//b', '/healthz', '/', '/api/v1/requests/a%20b'])(
    'leaves %s unchanged',
    (url) => {
      expect(seen(url)).toBe(url);
    },
  );

  it.each([
    '/api/v1/requests/',
    '/api//v1/requests',
    '//healthz',
    '/api/v1/requests%2Fx',
    '/api/v1/requests%2fx/wraps',
    '/api/v1/../healthz',
    '/api/v1/%2e%2e/healthz',
    '/api/v1/.',
    '/api\\v1',
    '/api%5cv1',
    '/requests/%00',
  ])('rewrites %s to a nonexistent route', (url) => {
    expect(seen(url)).toBe('/no-such-route');
  });
});
