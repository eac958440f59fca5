import { describe, expect, it } from '@jest/globals';
import type { MainJob } from './main-job.js';
import { PLAIN } from './paint.js';
import { type Actors, transcriptOf } from './transcript.js';

const VALUE = 'correct horse battery staple';

const job: MainJob = {
  request: { correlation_id: 'c-1' },
  secretRef: 'payments/prod/database',
  keys: ['password'],
  justification: 'Ticket 1',
  rule: 'match-all',
  workflow: { name: 'default', min_approvers: 1, allow_self_approval: false },
  comment: 'Checked',
  value: VALUE,
  valueIsRight: true,
  second: { status: 410, code: 'wrap_consumed' },
  trail: [
    { time: '10:00:00.000', actor: 'dana@example.com', action: 'request.submit', status: 'success' },
    { time: '10:00:01.000', actor: 'local-agent', action: 'job.claim', status: 'success' },
  ],
};

const actors: Actors = {
  developer: 'dana@example.com',
  approver: 'omar@example.com',
  team: 'payments',
  project: 'checkout',
  environment: { name: 'prod', kind: 'prod' },
  connection: { name: 'local-kv', type: 'vault' },
  agent: 'local-agent',
};

const transcript = (show: boolean, changes: Partial<MainJob> = {}): string =>
  transcriptOf({ ...job, ...changes }, actors, { show, paint: PLAIN }).join('\n');

describe('The transcript', () => {
  it('names requester, rule, approver, agent, and the refusal', () => {
    const text = transcript(false);
    for (const part of [
      'dana@',
      'match-all',
      'default',
      'omar@',
      'TOTP',
      'local-agent',
      '410 wrap_consumed',
      'c-1',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('hides the value under a mask whose length is always the same', () => {
    expect(transcript(false)).not.toContain(VALUE);
    expect(transcript(false, { value: 'x' })).toBe(transcript(false));
  });

  it('prints the value when asked to', () => {
    expect(transcript(true)).toContain(`password = ${VALUE}`);
  });

  it('reports a wrong value', () => {
    expect(transcript(false, { valueIsRight: false })).toContain('NOT the value');
  });

  it('lists the audit trail with its columns aligned', () => {
    const lines = transcript(false)
      .split('\n')
      .filter((line) => line.includes('10:00:0'));
    expect(lines.map((line) => line.indexOf('success'))).toEqual([50, 50]);
  });
});
