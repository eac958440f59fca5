import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

// Everything after `npm test --` goes to Jest. The last line of the output is the line of totals.
prepare();
const folder = mkdtempSync(join(tmpdir(), 'countersign-totals-'));
const file = join(folder, 'totals.json');
const jest = ['--experimental-vm-modules', '--no-warnings', join(root, 'node_modules/jest/bin/jest.js')];
const args = [...jest, '--json', `--outputFile=${file}`, ...process.argv.slice(2)];
// Jest sends the JSON to its standard output as well: only the file is wanted.
const run = spawnSync(process.execPath, args, { cwd: root, stdio: ['inherit', 'ignore', 'inherit'] });
const line = totals();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${line}\n`);
process.exit(run.status ?? 1);

/** A suite that could not run counts as one failed test: its own tests are not known. */
function totals() {
  try {
    const result = JSON.parse(readFileSync(file, 'utf8'));
    const failed = result.numFailedTests + result.numRuntimeErrorTestSuites;
    const skipped = result.numPendingTests + result.numTodoTests;
    return `${result.numPassedTests} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  } catch {
    return '0 passed, 1 failed';
  }
}
