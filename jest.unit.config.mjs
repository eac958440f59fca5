import { spawnSync } from 'node:child_process';
import config from './jest.config.mjs';
import { jestCommand, root } from './tools/jest-command.mjs';

/** A spec that imports one of these, directly or not, needs Postgres or Redis. */
const SERVERS = ['test/support/test-database.ts', 'tools/redis.ts', 'tools/postgres.ts'];
const { globalSetup: _setup, globalTeardown: _teardown, ...rest } = config;

/** The specs that need no server (`npm run test:unit`). */
export default () => ({ ...rest, testPathIgnorePatterns: ['/node_modules/', ...specsThatImport(SERVERS)] });

function specsThatImport(files) {
  const [node, ...jest] = jestCommand('--listTests', '--findRelatedTests', ...files);
  const list = spawnSync(node, jest, { cwd: root, encoding: 'utf8' });
  if (list.status !== 0) throw new Error(`Jest could not list the specs that need servers: ${list.stderr}`);
  return list.stdout.trim().split('\n');
}
