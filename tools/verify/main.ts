#!/usr/bin/env node
import { runCommand } from './run-command.js';

// Not verifiable, until there is a verdict.
process.exitCode = 2;
// The command line's bundles are CommonJS, which has no top-level await.
void runCommand(process).then((code) => (process.exitCode = code));
