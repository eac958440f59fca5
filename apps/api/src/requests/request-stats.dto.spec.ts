import { describe, expect, it } from '@jest/globals';
import { requestValidation } from '../http/request-validation.pipe.js';
import { RequestStatsQuery } from './request-stats.dto.js';

const TODAY = '2026-03-14';

async function daysOf(query: object): Promise<{ since: string; until: string }> {
  const read = requestValidation().transform(query, { type: 'query', metatype: RequestStatsQuery });
  return ((await read) as RequestStatsQuery).days(TODAY);
}

describe('the days of a statistics query', () => {
  it.each([
    [{}, '2026-02-13', '2026-03-15'],
    [{ bucket: 'day' }, '2026-02-13', '2026-03-15'],
    [{ since: '2026-03-14' }, '2026-03-14', '2026-03-15'],
    [{ since: '2025-12-15' }, '2025-12-15', '2026-03-15'],
    [{ until: '2024-03-01' }, '2024-01-31', '2024-03-01'],
    [{ since: '2024-02-28', until: '2024-02-29' }, '2024-02-28', '2024-02-29'],
    [{ since: '2026-01-01', until: '2026-04-01' }, '2026-01-01', '2026-04-01'],
    [{ until: '1970-01-01' }, '1969-12-02', '1970-01-01'],
    [{ since: '9999-12-30', until: '9999-12-31' }, '9999-12-30', '9999-12-31'],
  ])('%j are from %s to before %s', async (query, since, until) => {
    expect(await daysOf(query)).toEqual({ since, until });
  });

  it.each([
    [{ since: '2026-03-15' }],
    [{ since: '2026-03-14', until: '2026-03-14' }],
    [{ since: '2026-03-14', until: '2026-03-13' }],
    [{ since: '2025-12-14' }],
    [{ since: '2026-01-01', until: '2026-04-02' }],
    [{ since: '1970-01-01', until: '9999-12-31' }],
    [{ since: '9999-12-31', until: '9999-12-31' }],
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
    await expect(daysOf(query)).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
