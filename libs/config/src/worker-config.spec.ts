import { inspect } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { parseWorkerConfig } from './worker-config.js';

const MINIMAL = { DATABASE_URL: 'postgres://app:db-password@db/c', REDIS_URL: 'redis://cache' };
const SEED = Buffer.alloc(32, 5).toString('base64');

describe('parseWorkerConfig', () => {
  it('requires only the database and the cache, and warns that checkpoints are not signed', () => {
    expect({ ...parseWorkerConfig(MINIMAL) }).toEqual({
      env: 'production',
      securityProfile: 'standard',
      logLevel: 'info',
      listen: { host: null, port: 8081 },
      databaseUrl: MINIMAL.DATABASE_URL,
      databaseDirectUrl: MINIMAL.DATABASE_URL,
      slowStatementMs: 500,
      poolerPreparedStatements: false,
      redisUrl: 'redis://cache',
      discoverTargets: null,
      audit: { signingKey: null, checkpointDir: null },
      intervalsMs: {
        crossTeamFillExpired: 30_000,
        revealSessionsExpired: 5_000,
        discoveryScheduler: 10_000,
        discoveryStale: 30_000,
        requestsExpired: 10_000,
        wrapsExpired: 30_000,
        auditSeal: 1_000,
        housekeeping: 120_000,
      },
      warnings: ['SVC_AUDIT_SIGNING_KEY is not set: the audit log gets no signed checkpoints'],
    });
  });

  it('lists the missing variables', () => {
    expect(() => parseWorkerConfig({})).toThrow('DATABASE_URL: is required\n  REDIS_URL: is required');
  });

  it('rejects the in-memory cache in production', () => {
    expect(() => parseWorkerConfig({ ...MINIMAL, REDIS_URL: 'memory://' })).toThrow(
      'REDIS_URL: must not be memory://',
    );
    expect(parseWorkerConfig({ ...MINIMAL, REDIS_URL: 'memory://', SVC_ENV: 'development' }).redisUrl).toBe(
      'memory://',
    );
  });

  it('requires a direct URL with a pooler that keeps prepared statements', () => {
    const pooler = { ...MINIMAL, SVC_DATABASE_POOLER_PREPARED_STATEMENTS: 'true' };
    expect(() => parseWorkerConfig(pooler)).toThrow(
      'SVC_DATABASE_DIRECT_URL: is required when SVC_DATABASE_POOLER_PREPARED_STATEMENTS is true',
    );
    const config = parseWorkerConfig({ ...pooler, SVC_DATABASE_DIRECT_URL: 'postgres://direct/c' });
    expect(config.poolerPreparedStatements).toBe(true);
  });

  it("ignores the api's variables, invalid ones included", () => {
    expect(() =>
      parseWorkerConfig({ ...MINIMAL, SVC_JWT_SECRET: 'short', API_ADDR: 'nowhere' }),
    ).not.toThrow();
  });

  it('never prints the seed, and contains the direct URL', () => {
    const config = parseWorkerConfig({
      ...MINIMAL,
      SVC_AUDIT_SIGNING_KEY: SEED,
      SVC_DATABASE_DIRECT_URL: 'postgres://direct/c',
    });
    expect(config.audit.signingKey?.toBase64()).toBe(SEED);
    expect(config.databaseDirectUrl).toBe('postgres://direct/c');
    expect(config.warnings).toEqual([]);
    expect(inspect(config) + JSON.stringify(config) + JSON.stringify(config.audit)).not.toMatch(
      /db-password|BQUF/,
    );
  });
});
