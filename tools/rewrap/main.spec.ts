import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { canary, canaryKey } from '../../test/support/canary.js';
import { createDatabaseUrl, dropDatabase } from '../../test/support/test-database.js';

const MASTER_KEY = canaryKey('master key').toString('base64');

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
        SVC_JWT_SECRET: canary('signing secret'),
        SVC_WRAP_MASTER_KEY: MASTER_KEY,
        ...environment,
      },
    });

  it('prints counts and exits with 0 when nothing is left under an earlier key', () => {
    const { status, stdout, stderr } = run({});
    expect(stderr).toBe('');
    expect(stdout.split('\n')).toEqual([
      'rewrap: wraps: 0 rewrapped, 0 ended meanwhile, 0 undecryptable',
      'rewrap: mfa_factors: 0 rewrapped, 0 ended meanwhile, 0 undecryptable',
      'rewrap: sessions: 0 rewrapped, 0 ended meanwhile, 0 undecryptable',
      'rewrap: left under another key: 0 wraps, 0 mfa_factors, 0 sessions',
      '',
    ]);
    expect(status).toBe(0);
  });

  it('recounts at its end, and ends with 1 while anything is left that it could not bring over', async () => {
    const database = new pg.Client({ connectionString: url });
    await database.connect();
    await database.query('SET session_replication_role = replica');
    await database.query(
      `INSERT INTO mfa_factors (id, user_id, kind, label, secret_sealed)
       VALUES (gen_random_uuid(), gen_random_uuid(), 'totp', 'x', 'blob1.AAAA.local:000000000000:AAAA')`,
    );
    const { status, stdout } = run({});
    await database.query('TRUNCATE mfa_factors');
    await database.end();
    expect(stdout.split('\n').slice(1)).toEqual([
      'rewrap: mfa_factors: 0 rewrapped, 0 ended meanwhile, 1 undecryptable',
      'rewrap: sessions: 0 rewrapped, 0 ended meanwhile, 0 undecryptable',
      'rewrap: left under another key: 0 wraps, 1 mfa_factors, 0 sessions',
      '',
    ]);
    expect(status).toBe(1);
  });

  it('names an invalid variable, without its value, and exits with 2', () => {
    const { status, stderr } = run({ SVC_WRAP_MASTER_KEY: 'too-short-a-key' });
    expect([status, stderr.includes('too-short')]).toEqual([2, false]);
    expect(stderr).toContain('SVC_WRAP_MASTER_KEY');
  });

  it('exits with 1 when the database or the key service is unavailable', () => {
    expect(run({ DATABASE_URL: 'postgres://u:p@127.0.0.1:1/none' }).status).toBe(1);
    const transit = {
      SVC_KMS_BACKEND: 'transit',
      SVC_KMS_TRANSIT_ADDR: 'http://127.0.0.1:1',
      SVC_KMS_TRANSIT_TOKEN: 'a-token',
      SVC_KMS_TRANSIT_KEY: 'wraps',
      SVC_WRAP_MASTER_KEY: '',
    };
    const { status, stderr } = run(transit);
    expect([status, stderr]).toEqual([
      1,
      'rewrap: stopped: The key service is unavailable; try again shortly.\n',
    ]);
  });
});
