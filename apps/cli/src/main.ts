#!/usr/bin/env node
import { run } from './run.js';

// Bundled as CommonJS, which has no top-level await. As Node does there, an end without a result is no success; process.exit() is one.
const UNSETTLED = 13;
let settled = false;
process.once('beforeExit', () => {
  if (!settled) process.exitCode = UNSETTLED;
});
void run(process.argv.slice(2)).then((code) => {
  settled = true;
  process.exitCode = code;
});
