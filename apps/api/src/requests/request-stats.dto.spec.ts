import { describe, expect, it } from '@jest/globals';
import { requestValidation } from '../http/request-validation.pipe.js';
import { RequestStatsQuery } from './request-stats.dto.js';

const parse = (query: object): Promise<unknown> =>
  requestValidation().transform(query, { type: 'query', metatype: RequestStatsQuery });

describe('a statistics query', () => {
  it.each([
    [{}],
    [{ bucket: 'day' }],
    [{ since: '2026-03-14' }],
    [{ since: '2024-02-28', until: '2024-02-29' }],
    [{ since: '1970-01-01', until: '9999-12-31' }],
  ])('may be %j', async (query) => {
    expect(await parse(query)).toEqual(query);
  });

  it.each([
    [{ since: '2026-02-30' }],
    [{ since: '2025-02-29', until: '2025-03-02' }],
    [{ since: '2026-3-1' }],
    [{ since: '2026-03-01T00:00:00Z' }],
    [{ since: '20260301' }],
    [{ since: '2026-W10' }],
    [{ since: '0000-01-01' }],
    [{ since: '1969-12-31' }],
    [{ since: '+010000-01-01' }],
    [{ since: 'infinity' }],
    [{ since: 'today' }],
    [{ since: '' }],
    [{ since: ' 2026-03-01' }],
    [{ since: '2026-03-01\n' }],
    [{ since: '٢٠٢٦-٠٣-٠١' }],
    [{ since: `2026-03-01'; SELECT 1` }],
    [{ since: 'x'.repeat(100_000) }],
    [{ since: ['2026-03-01', '2026-03-02'] }],
    [{ since: { gt: '2026-03-01' } }],
    [{ since: '2026-03-01', until: 'x' }],
    [{ bucket: 'hour' }],
    [{ bucket: '' }],
    [{ bucket: ['day', 'day'] }],
    [{ environment_kind: 'prod' }],
  ])('may not be %j', async (query) => {
    await expect(parse(query)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
