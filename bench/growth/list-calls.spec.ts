import { describe, expect, it } from '@jest/globals';
import { OPERATIONS } from '../../test/matrix/document.js';
import { listCalls } from './list-calls.js';

type Operation = (typeof OPERATIONS)[number]['operation'];

/** The path without its query, whatever its parameters are called. */
const shapeOf = (path: string): string => path.replace(/[?,].*$/, '').replaceAll(/\{\w+\}/g, '{}');

const lists = OPERATIONS.filter(({ verb, operation }) => verb === 'GET' && hasParameter(operation, 'limit'));
const pathOf = (list: (typeof OPERATIONS)[number]): string => shapeOf(list.path.replace('/api/v1', ''));
const measured = listCalls.map(({ name }) => name.replace(/^GET /, ''));

/** GETs without pages that count or summarize what grows, and POSTs that only read. */
const summaries = OPERATIONS.filter(({ verb, path }) =>
  verb === 'GET'
    ? /\/(count|summary|timeline|approvers)$|\/stats\//.test(path)
    : /\/(resolve|preview|proofs)$/.test(path),
).map(({ verb, path }) => `${verb} ${shapeOf(path.replace('/api/v1', ''))}`);

/** Its work is the rows themselves: it counts every agent. */
const EVERY_ROW = 'GET /fleet/summary';

/** Filters whose rows are few among many: each is a call of its own. */
const FILTERS = [
  ...['silent_seconds', 'q', 'version', 'status', 'provider_connection_id'].map((name) => `/agents?${name}=`),
  ...['since', 'status', 'kind', 'agent_id', 'provider_connection_id'].map((name) => `/jobs?${name}=`),
  ...['q', 'key', 'project_id', 'environment_id', 'provider_connection_id'].map(
    (name) => `/secrets?${name}=`,
  ),
  ...['status', 'correlation_id', 'request_id', 'project_id'].map((name) => `/audit-events?${name}=`),
];

function hasParameter({ parameters = [] }: Operation, name: string): boolean {
  return parameters.some((parameter) => 'name' in parameter && parameter.name === name);
}

describe('the benchmark of growth', () => {
  it('names existing lists of the API', () => expect(lists.length).toBeGreaterThan(25));

  it('measures every list of the API', () => {
    const shapes = measured.map(shapeOf);
    expect(lists.map(pathOf).filter((path) => !shapes.includes(path))).toEqual([]);
  });

  it('measures every count, every summary and every POST that only reads, but the one that counts every agent', () => {
    const shapes = listCalls.map(({ name }) => shapeOf(name));
    expect(summaries.filter((call) => !shapes.includes(call))).toEqual([EVERY_ROW]);
    expect(summaries).toEqual(
      expect.arrayContaining([
        'GET /requests/waiting/count',
        'GET /requests/inbox/count',
        'GET /stats/requests',
        'GET /requests/{}/timeline',
        'POST /directory/resolve',
        'POST /requests/preview',
        'POST /audit-events/proofs',
      ]),
    );
  });

  it('measures lists by each filter that finds few among many', () =>
    expect(FILTERS.filter((filter) => !measured.some((call) => call.startsWith(filter)))).toEqual([]));

  it('measures every list that has a choice of orders with the newest first, page after page', () => {
    const ordered = lists.filter(({ operation }) => hasParameter(operation, 'order')).map(pathOf);
    expect(ordered.length).toBeGreaterThan(0);
    const newest = ordered.flatMap((path) => [
      `${path}?order=-created_at`,
      `${path}?order=-created_at&cursor={middle}`,
    ]);
    expect(newest.filter((call) => !measured.includes(call))).toEqual([]);
  });
});
