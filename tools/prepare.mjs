import { spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Runs before anything is installed: Node's own modules only.

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

/** Installs the packages when they are missing or older than the lock file, then does what `npm run build` does. */
export function prepare() {
  refuseOldNode();
  if (!isInstalled()) {
    process.stdout.write('Installing packages (npm ci), once ...\n');
    runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  runNode([join(root, 'node_modules/@nestjs/cli/bin/nest.js'), 'build']);
  runNode([join(root, 'dist/tools/client-schema/main.js')]);
  runNode([join(root, 'dist/tools/console/main.js')]);
  runNode([join(root, 'dist/tools/bundle/main.js')]);
}

function refuseOldNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > 20 || (major === 20 && minor >= 19)) return;
  fail(`Node 20.19 or newer is needed; this is ${process.versions.node}.`);
}

/** npm writes its own copy of the lock as the last step of a complete install. */
function isInstalled() {
  const installed = join(root, 'node_modules/.package-lock.json');
  if (!existsSync(installed)) return false;
  return statSync(installed).mtimeMs >= statSync(join(root, 'package-lock.json')).mtimeMs;
}

function runNpm(args) {
  // npm passes its own script on, so that no other npm on the PATH is used.
  const script = process.env.npm_execpath ?? '';
  if (script.endsWith('npm-cli.js')) runNode([script, ...args]);
  else run('npm', args);
}

function runNode(args) {
  run(process.execPath, args);
}

function run(command, args) {
  const result = spawnSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  if (result.status === 0) return;
  process.stderr.write(`${result.stdout ?? ''}${result.stderr ?? ''}`);
  fail(`failed: ${[command, ...args].join(' ')}${result.error ? ` (${result.error.message})` : ''}`);
}

function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exit(1);
}
