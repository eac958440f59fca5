import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { jestCommand } from './jest-command.mjs';
import { prepare, root } from './prepare.mjs';

// `npm test` runs every spec, `npm run test:unit` those that need no server; everything after `--` goes to Jest. The
// last line of the output is the line of totals.
prepare();
const [first, ...rest] = process.argv.slice(2);
const unit = first === '--unit';
const given = unit ? ['--config=jest.unit.config.mjs', ...rest] : process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'countersign-totals-'));
const reporters = ['--reporters=default', `--reporters=${join(root, 'tools/totals-reporter.mjs')}`];
const [node, ...jest] = jestCommand(...given, ...reporters);
const run = spawn(node, jest, {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, COUNTERSIGN_TOTALS_FOLDER: folder },
});
// Jest stops its servers when it is signalled, and this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => run.kill(signal));
const [code] = await once(run, 'exit');
// Of the tests and, where servers ran, of the search for leaked secret values.
const all = (unit ? ['tests'] : ['tests', 'search']).map(counted);
rmSync(folder, { recursive: true, force: true });
const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map((kind) =>
  all.reduce((sum, counts) => sum + counts[kind], 0),
);
const tail = skipped > 0 ? `, ${skipped} skipped` : '';
process.stdout.write(`${passed} passed, ${failed} failed${tail}\n`, () => process.exit(code ?? 1));

/** A run that did not finish has no counts, and has failed. */
function counted(part) {
  const file = join(folder, `${part}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : { passed: 0, failed: 1, skipped: 0 };
}
