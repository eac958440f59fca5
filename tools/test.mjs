import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepare, root } from './prepare.mjs';

// Everything after `npm test --` goes to Jest. The last line of the output is the line of totals.
prepare();
const folder = mkdtempSync(join(tmpdir(), 'countersign-totals-'));
const file = join(folder, 'totals');
const node = ['--experimental-vm-modules', '--no-warnings', join(root, 'node_modules/jest/bin/jest.js')];
const reporters = ['--reporters=default', `--reporters=${join(root, 'tools/totals-reporter.mjs')}`];
const run = spawn(process.execPath, [...node, ...process.argv.slice(2), ...reporters], {
  cwd: root,
  stdio: 'inherit',
  env: { ...process.env, COUNTERSIGN_TOTALS_FILE: file },
});
// Jest ends its servers when it is told to end, and this process waits for it.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => run.kill(signal));
const [code] = await once(run, 'exit');
// A run that did not come to its end has no totals, and has failed.
const totals = existsSync(file) ? readFileSync(file, 'utf8') : '0 passed, 1 failed';
rmSync(folder, { recursive: true, force: true });
process.stdout.write(`${totals}\n`, () => process.exit(code ?? 1));
