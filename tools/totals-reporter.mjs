import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes what Jest counted into the folder that `npm test` names. A suite that could not run is one failed test. */
export default class TotalsReporter {
  onRunComplete(_contexts, result) {
    const counts = {
      passed: result.numPassedTests,
      failed: result.numFailedTests + result.numRuntimeErrorTestSuites,
      skipped: result.numPendingTests + result.numTodoTests,
    };
    writeFileSync(join(process.env.COUNTERSIGN_TOTALS_FOLDER, 'tests.json'), JSON.stringify(counts));
  }
}
