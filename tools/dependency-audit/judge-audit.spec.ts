import { describe, expect, it } from '@jest/globals';
import { parseAuditExceptions } from './audit-exceptions.js';
import { type AuditReport, judgeAudit } from './judge-audit.js';

const TODAY = '2026-11-22';
const ID = 'GHSA-aaaa-bbbb-cccc';
const FOUND = `high: express <5.2.0: Something bad (${ID})`;

const report: AuditReport = {
  auditReportVersion: 2,
  vulnerabilities: {
    express: {
      via: [
        {
          name: 'express',
          title: 'Something bad',
          url: `https://github.com/advisories/${ID}`,
          severity: 'high',
          range: '<5.2.0',
        },
      ],
    },
    '@nestjs/platform-express': { via: ['express'] },
  },
};
const clean: AuditReport = { auditReportVersion: 2, vulnerabilities: {} };
const until = (day: string) => [{ advisory: ID, reason: 'not reachable', until: day }];

describe('judgeAudit', () => {
  it.each([
    ['nothing was found', clean, [], [], []],
    ['something was found, reported once', report, [], [FOUND], []],
    [
      'an exception holds to the end of its last day',
      report,
      until(TODAY),
      [],
      [`${FOUND}; excepted until ${TODAY}: not reachable`],
    ],
    [
      'an exception has ended',
      report,
      until('2026-11-21'),
      [`${FOUND}; its exception ended on 2026-11-21`],
      [],
    ],
    [
      'an exception is for another advisory',
      report,
      [{ ...until(TODAY)[0]!, advisory: 'GHSA-dddd-eeee-ffff' }],
      [FOUND],
      ['GHSA-dddd-eeee-ffff: its exception is no longer needed'],
    ],
  ])('%s', (_, found, exceptions, failures, notes) => {
    expect(judgeAudit(found, exceptions, TODAY)).toEqual({ failures, notes });
  });
});

describe('parseAuditExceptions', () => {
  const parse = (exception: object) =>
    parseAuditExceptions(JSON.stringify([{ ...until(TODAY)[0], ...exception }]), TODAY);

  it.each([['2026-11-22'], ['2026-11-21'], ['2027-02-20']])('takes a last day %s', (day) => {
    expect(parse({ until: day })).toEqual(until(day));
  });

  it.each([
    ['no reason', { reason: ' ' }, 'reason'],
    ['a reason left out', { reason: undefined }, 'reason'],
    ['another id', { advisory: 'CVE-2026-1' }, 'CVE-2026-1'],
    ['no day', { until: undefined }, 'last day'],
    ['a day that does not exist', { until: '2026-11-31' }, 'last day'],
    ['a day too far in the future', { until: '2027-02-21' }, '2027-02-20'],
  ])('refuses %s', (_, exception, named) => {
    expect(() => parse(exception)).toThrow(named);
  });
});
