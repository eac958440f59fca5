import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { STORE_ERROR_CODES } from '../drivers/store-error.js';
import { JOB_FAILURE_CODES } from './job-failure.js';

describe('The codes of failed jobs', () => {
  it('stand in the table that operators look them up in, each once and no other', () => {
    const [, section = ''] = readFileSync('docs/agent.md', 'utf8').split('### What a failed job says');
    const rows = section.split('\n###')[0]!.match(/^\| `.*?` +\|/gm) ?? [];
    const documented = rows.flatMap((row) => row.match(/\w+/g) ?? []);
    expect(documented.sort()).toEqual([...new Set([...STORE_ERROR_CODES, ...JOB_FAILURE_CODES])].sort());
  });
});
