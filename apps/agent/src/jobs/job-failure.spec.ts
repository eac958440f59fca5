import { describe, expect, it } from '@jest/globals';
import { STORE_ERRORS } from '../drivers/store-error-codes.js';
import { JOB_FAILURES } from './job-failure.js';

describe('The codes of failed jobs', () => {
  it.each(Object.entries({ ...STORE_ERRORS, ...JOB_FAILURES }))(
    'document the meaning of %s and what to do, in whole sentences',
    (code, { action, meaning }) => {
      expect(code).toMatch(/^[a-z0-9_]+$/);
      for (const text of [meaning, action]) {
        expect(text).toMatch(/^[A-Z].+\.$/);
        expect(text).not.toMatch(/\.ts\b|\bsource code\b/);
      }
    },
  );
});
