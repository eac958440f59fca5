#!/usr/bin/env node
import { run } from './run.js';

// The bundle is CommonJS, which has no top-level await. Like Node, it exits with 13 if the promise never settles; only
// process.exit() sets another code.
const UNSETTLED = 13;
let settled = false;
process.once('beforeExit', () => {
  if (!settled) process.exitCode = UNSETTLED;
});
// Otherwise Node would open its debugger, through which every account of this machine could read the memory.
process.on('SIGUSR1', (_signal: string, number: number) => {
  if (process.listenerCount('SIGUSR1') === 1) process.exit(128 + number);
});
void run(process.argv.slice(2)).then((code) => {
  settled = true;
  process.exitCode = code;
});
