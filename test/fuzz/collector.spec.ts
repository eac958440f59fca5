import { beforeEach, describe, expect, it } from '@jest/globals';
import { Collector, type Exchange } from './collector.js';

let collector: Collector;
beforeEach(() => {
  collector = new Collector(() => undefined);
});

/** An answer as the service gives it, but for what a test says. */
function answered(target: string, status: number, body: string, type?: string): void {
  const headers: Exchange['headers'] = {
    'x-correlation-id': '0b1f9a3e-5c1d-4f57-9a52-3d1b8a6c7e10',
    'x-content-type-options': 'nosniff',
    'content-type': type ?? 'application/json; charset=utf-8',
  };
  const sent = { headers: {}, body: Buffer.alloc(0) };
  collector.record({ source: 'test', method: 'GET', target, sent, status, headers, body: Buffer.from(body) });
}

const faults = (): string[] => collector.violations.map(({ fault }) => fault);

describe('an answer of JSON', () => {
  it('is as described with all its members', () => {
    answered('/healthz', 200, '{"status":"ok"}');
    expect(faults()).toEqual([]);
    expect(collector.has('GET /healthz', 200)).toBe(true);
  });

  it.each([
    ['nothing', '', undefined],
    ['no JSON', '{"status":', undefined],
    ['something else', '"ok"', undefined],
    ['another type', '{"status":"ok"}', 'text/html'],
  ])('is a violation as %s', (_, body, type) => {
    answered('/healthz', 200, body, type);
    expect(faults()).toEqual([expect.stringContaining('not as docs/api/openapi.json says')]);
  });
});

describe('an export', () => {
  const line = '{"removed":{"level":0,"position":1,"hash":"47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="}}\n';

  it.each([
    ['', 0],
    [line + line, 0],
    [line.slice(0, -2), 1],
    [`${line}[]\n`, 1],
  ])('of %j has %i violations', (body, count) => {
    answered('/api/v1/audit-events', 200, body, 'application/x-ndjson');
    expect(faults()).toHaveLength(count);
  });
});

it('does not take the 404 of an address without a route for the 404 of an operation', () => {
  const refusal = (code: string): string =>
    JSON.stringify({ error_code: code, message: 'Not there.', correlation_id: null });
  answered('/api/v1/workflows/%5C', 404, refusal('route_not_found'));
  expect(collector.has('GET /api/v1/workflows/{id}', 404)).toBe(false);
  answered('/api/v1/workflows/1', 404, refusal('workflow_not_found'));
  expect(collector.has('GET /api/v1/workflows/{id}', 404)).toBe(true);
});
