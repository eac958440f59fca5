import { writeFileSync } from 'node:fs';

/** Writes what Jest counted into the file that `npm test` names. A suite that could not run is one failed test. */
export default class TotalsReporter {
  onRunComplete(_contexts, result) {
    const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
    const skipped = result.numPendingTests + result.numTodoTests;
    const tail = skipped > 0 ? `, ${skipped} skipped` : '';
    writeFileSync(
      process.env.COUNTERSIGN_TOTALS_FILE,
      `${result.numPassedTests} passed, ${failed} failed${tail}`,
    );
  }
}
