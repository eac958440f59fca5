import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

// Everything after `npm test --` goes to Jest. The last line of the output is the line of totals.
prepare();
const folder = mkdtempSync(join(tmpdir(), 'countersign-totals-'));
const node = ['--experimental-vm-modules', '--no-warnings', join(root, 'node_modules/jest/bin/jest.js')];
const reporters = ['--reporters=default', `--reporters=${join(root, 'tools/totals-reporter.mjs')}`];
const run = spawn(process.execPath, [...node, ...process.argv.slice(2), ...reporters], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, COUNTERSIGN_TOTALS_FOLDER: folder },
});
// Jest ends its servers when it is told to end, and this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => run.kill(signal));
const [code] = await once(run, 'exit');
// Of the tests, and of the search for secret values that they left.
const all = [counted('tests'), counted('search')];
rmSync(folder, { recursive: true, force: true });
const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((kind) =>
  all.reduce((sum, counts) => sum + counts[kind], 0),
);
const tail = skipped > 0 ? `, ${skipped} skipped` : '';
process.stdout.write(`${passed} passed, ${failed} failed${tail}\n`, () => process.exit(code ?? 1));

/** What did not come to its end has no counts, and has failed. */
function counted(part) {
  const file = join(folder, `${part}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 1, skipped: 0 };
}
