import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startTestServers } from '../../dist/tools/test-servers.js';

/**
 * Starts the run's own Postgres and Redis, and makes the folder for what is searched at its end; needs
 * `npm run build` first, as `npm test` does it.
 */
export default async function globalSetup() {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-run-'));
  mkdirSync(join(folder, 'left'));
  globalThis.testServers = await startTestServers(join(folder, 'left', 'all: output of Postgres'));
  Object.assign(process.env, globalThis.testServers.environment, { COUNTERSIGN_RUN_FOLDER: folder });
}
