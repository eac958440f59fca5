import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// Runs before anything is installed: Node's own modules only.

/** The project's folder. */
export const root = fileURLToPath(new URL('..', import.meta.url));

const SOURCES = [
  ...['apps', 'bench', 'libs', 'migrations', 'packages', 'test', 'tools', 'docs/api/openapi.json'],
  ...[
    'package.json',
    'package-lock.json',
    'node_modules/.package-lock.json',
    '.swcrc',
    'nest-cli.json',
    'tsconfig.json',
    'tsconfig.build.json',
  ],
];
const BUILT = [
  ...['packages/client/src/schema.ts', 'dist/apps/api/src/main.js', 'dist/console.built-from'],
  ...['dist/console/index.html', 'dist/apps/worker/main.js'],
  ...['dist/apps/api/main.js', 'dist/apps/agent/main.js', 'dist/apps/cli/main.cjs'],
];
const mark = join(root, 'dist/built-from');

/** Installs the packages when they are missing or older than the lock file, and builds unless that is done. */
export function prepare() {
  refuseOldNode();
  if (!isInstalled()) {
    process.stdout.write('Installing packages (npm ci), once ...\n');
    runNpm(['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  if (!isBuilt()) build();
}

/** `npm run build`: compiles, and bundles the console, the service, the agent and the command line. */
export function build() {
  const digest = digestOfSources();
  compileSources();
  for (const program of ['console', 'bundle']) runTool(program);
  // Not after a checkout in the meantime: nothing says of which sources it is then.
  if (digestOfSources() === digest) writeFileSync(mark, `${digest} ${lastWritten()}`);
}

/** `npm run compile`: compiles into `dist/` unless the last build was of these sources; bundles nothing. */
export function compile() {
  if (!isBuilt()) compileSources();
}

function compileSources() {
  rmSync(mark, { force: true });
  runNode([join(root, 'node_modules/@nestjs/cli/bin/nest.js'), 'build']);
  runTool('client-schema');
}

function runTool(name) {
  runNode([join(root, `dist/tools/${name}/main.js`)]);
}

/** Whether the last build was of the sources as they are, and nothing has compiled others since. */
function isBuilt() {
  return existsSync(mark) && readFileSync(mark, 'utf8') === `${digestOfSources()} ${lastWritten()}`;
}

function digestOfSources() {
  const digest = createHash('sha256');
  for (const file of SOURCES.flatMap((path) => filesIn(join(root, path))))
    digest.update(`${file}\n`).update(readFileSync(file));
  return digest.digest('hex');
}

/** Without specs, which are not built, and without the one source that is built. */
function filesIn(path) {
  const found = statSync(path, { throwIfNoEntry: false });
  if (!found || path === join(root, BUILT[0])) return [];
  if (!found.isDirectory()) return [path];
  const names = readdirSync(path).filter((name) => name !== 'node_modules' && !/\.spec\.tsx?$/.test(name));
  return names.sort().flatMap((name) => filesIn(join(path, name)));
}

/** Commands that build a part write some of these anew. */
function lastWritten() {
  return BUILT.map((file) => statSync(join(root, file), { throwIfNoEntry: false })?.mtimeMs).join();
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
