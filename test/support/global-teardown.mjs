import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { searchRun, verdictOn } from '../../dist/test/support/search-run.js';

/** Searches what the run has left for its secret values, and ends its servers. @throws Error when one was left */
export default async function globalTeardown() {
  const { COUNTERSIGN_RUN_FOLDER: folder, TEST_POSTGRES_URL, TEST_REDIS_URL } = process.env;
  try {
    const servers = { postgresUrl: TEST_POSTGRES_URL, redisUrl: TEST_REDIS_URL };
    const leaks = await searchRun({ folder, ...servers, databases: 'test_' });
    count(leaks.length);
    if (leaks.length > 0) throw new Error(verdictOn(leaks));
  } finally {
    await globalThis.testServers.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** For the line of totals: the search is one test. */
function count(failed) {
  const { COUNTERSIGN_TOTALS_FOLDER: totals } = process.env;
  if (!totals) return;
  const counts = { passed: failed === 0 ? 1 : 0, failed, skipped: 0 };
  writeFileSync(join(totals, 'search.json'), JSON.stringify(counts));
}
