import { optionsOrUsage, UsageFault } from '../command-options.js';

const USAGE = `npm run kms:rewrap brings every live data key under the current master key, beside the running service. In the
image: node dist/tools/rewrap/main.js. It prints how many.

  --help  this text

Environment: that of the api, the same variables and files.

Exits with 0 when nothing is left under an earlier key, 1 when something is or the work was cut short (run it again), 2 for
wrong arguments or a configuration that can't be used.`;

/** `npm run kms:rewrap`. Exits as its usage says. */
async function main(): Promise<number> {
  try {
    if (optionsOrUsage(USAGE, {}) === null) return 0;
  } catch (error) {
    if (!(error instanceof UsageFault)) throw error;
    process.stderr.write(`rewrap: ${error.message}\n`);
    return 2;
  }
  const { rewrap } = await import('./rewrap.js');
  return rewrap();
}

process.exitCode = await main();
