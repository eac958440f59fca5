import type { Logger } from '#libs/logging';

/** What is still open after this long is cut off (D61). */
const PATIENCE_MS = 25_000;

/**
 * Runs `stop` once at the first SIGTERM or SIGINT and ends the process with 0 when it is done, or after
 * 25 s whatever is still open.
 */
export function onStopSignal(logger: Logger, stop: () => Promise<void>): void {
  let begun = false;
  // Supervisors repeat themselves, and Ctrl-C reaches a whole group: a second signal must not cut the first off.
  const begin = (signal: NodeJS.Signals): void => {
    if (begun) return;
    begun = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(0), PATIENCE_MS).unref();
    stop().then(
      () => process.exit(0),
      (err: unknown) => {
        logger.error({ err }, 'stopping failed');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', begin);
  process.on('SIGINT', begin);
}
