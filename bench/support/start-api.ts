import { randomBytes } from 'node:crypto';
import type { BenchServers } from './bench-servers.js';
import { type RunningProcess, startProcess } from './start-process.js';

/** Starts an api process on those servers, with keys of its own. @param settings lie over its other variables */
export function startApi(
  { databaseUrl, redisUrl }: Pick<BenchServers, 'databaseUrl' | 'redisUrl'>,
  settings: Readonly<Record<string, string>> = {},
): Promise<RunningProcess> {
  return startProcess('dist/apps/api/main.js', {
    SVC_ENV: 'development',
    API_ADDR: '127.0.0.1:0',
    DATABASE_URL: databaseUrl,
    REDIS_URL: redisUrl,
    SVC_JWT_SECRET: randomBytes(32).toString('base64'),
    SVC_WRAP_MASTER_KEY: randomBytes(32).toString('base64'),
    ...settings,
  });
}
