import { describe, expect, it } from '@jest/globals';
import { requestValidation } from './request-validation.pipe.js';
import { AuditEventsQuery } from '../audit/audit-events.dto.js';

const read = (query: object) =>
  requestValidation().transform(query, {
    type: 'query',
    metatype: AuditEventsQuery,
  }) as Promise<AuditEventsQuery>;

describe('the times of an audit filter', () => {
  it.each([
    ['2026-02-03T04:05:06Z', '2026-02-03T04:05:06.000000Z'],
    ['2026-02-03T04:05:06.7891234+02:30', '2026-02-03T01:35:06.789123Z'],
    ['2026-02-03T04:05Z', '2026-02-03T04:05:00.000000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999000Z'],
  ])('may be %s', async (text, instant) => {
    expect(AuditEventsQuery.filter(await read({ since: text, until: text }))).toMatchObject({
      since: instant,
      until: instant,
    });
  });

  it.each([
    'yesterday',
    '2026-02-03',
    '2026-02-03T04:05:06',
    '2026-02-30T00:00:00Z',
    '2026-13-01T00:00:00Z',
    '2026-W10',
    '0000-01-01T00:00:00Z',
    '9999-12-31T23:59:59-01:00',
    '+275761-01-01T00:00:00Z',
    ['2026-02-03T04:05:06Z', '2026-02-03T04:05:06Z'],
  ])('may not be %j', async (text) => {
    await expect(read({ since: text })).rejects.toMatchObject({ code: 'validation_failed' });
  });
});
