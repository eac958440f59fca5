import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDatabaseUrl, dropDatabase } from '../../test/support/test-database.js';

const MASTER_KEY = Buffer.alloc(32, 7).toString('base64');

describe('npm run kms:rewrap', () => {
  let url: string;

  beforeAll(async () => {
    url = await createDatabaseUrl();
  });
  afterAll(() => dropDatabase(url));

  const run = (environment: Record<string, string>) =>
    spawnSync(process.execPath, [resolve('dist/tools/rewrap/main.js')], {
      encoding: 'utf8',
      env: {
        DATABASE_URL: url,
        REDIS_URL: process.env['TEST_REDIS_URL'] ?? '',
        SVC_JWT_SECRET: 'a-signing-secret-of-the-tests-0123456789',
        SVC_WRAP_MASTER_KEY: MASTER_KEY,
        ...environment,
      },
    });

  it('prints counts and ends with 0 when nothing is left under an earlier key', () => {
    const { status, stdout, stderr } = run({});
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toEqual([
      'rewrap: wraps: 0 rewrapped, 0 ended meanwhile, 0 undecryptable',
      'rewrap: mfa_factors: 0 rewrapped, 0 ended meanwhile, 0 undecryptable',
      '',
    ]);
    expect(status).toBe(0);
  });

  it('names a variable that is at fault, without its value, and ends with 2', () => {
    const { status, stderr } = run({ SVC_WRAP_MASTER_KEY: 'too-short-a-key' });
    expect([status, stderr.includes('too-short')]).toEqual([2, false]);
    expect(stderr).toContain('SVC_WRAP_MASTER_KEY');
  });

  it('ends with 1 when the database or the key service is away', () => {
    expect(run({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/none' }).status).toBe(1);
    const transit = {
      SVC_KMS_BACKEND: 'transit',
      SVC_KMS_TRANSIT_ADDR: 'http://127.0.0.1:1',
      SVC_KMS_TRANSIT_TOKEN: 'a-token',
      SVC_KMS_TRANSIT_KEY: 'wraps',
      SVC_WRAP_MASTER_KEY: '',
    };
    const { status, stderr } = run(transit);
    expect([status, stderr]).toEqual([1, 'rewrap: stopped: The key service is away; try again shortly.\n']);
  });
});
