import { spawn } from 'node:child_process';

/**
 * `npm run check`: every static check of compiled code, two at a time. Lint takes about as long as all others together.
 */
const LANES = [
  [['eslint', '.']],
  [
    ['tsc', '--noEmit'],
    ['tsc', '--noEmit', '-p', 'apps/console'],
    ['prettier', '--check', '.'],
    ['depcruise', '--config', '.dependency-cruiser.cjs', 'apps', 'libs', 'tools', 'migrations', 'packages'],
    ['node', 'tools/dead-code.mjs'],
    ['node', 'dist/tools/openapi/main.js', 'check'],
    ['node', 'dist/tools/reference/main.js', 'check'],
  ],
];

const lanes = await Promise.all(
  LANES.map(async (commands) => {
    let failed = 0;
    for (const command of commands) failed += (await passes(command)) ? 0 : 1;
    return failed;
  }),
);
process.exitCode = lanes.some((failed) => failed > 0) ? 1 : 0;

/** Runs a program of node_modules/.bin, which npm puts on the path, and shows what it said when it has ended. */
function passes([program, ...args]) {
  const began = performance.now();
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const said = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => said.push(chunk));
  return new Promise((ended) => {
    child.on('error', (error) => said.push(Buffer.from(`${error.message}\n`)));
    child.on('close', (code) => {
      const seconds = Math.round((performance.now() - began) / 1000);
      process.stdout.write(
        `\n${program} ${args.join(' ')}: ${code === 0 ? 'passed' : 'FAILED'}, ${seconds} s\n`,
      );
      process.stdout.write(Buffer.concat(said));
      ended(code === 0);
    });
  });
}
