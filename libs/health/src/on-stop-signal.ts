import type { Logger } from '#libs/logging';

/** The process exits after this long, even with calls open (D61). */
const SHUTDOWN_TIMEOUT_MS = 25_000;

/**
 * Runs `stop` at the first SIGTERM or SIGINT and exits with 0 when it is done, or after 25 s whatever is still open.
 */
export function onStopSignal(logger: Logger, stop: () => Promise<void>): void {
  let stopping = false;
  // Supervisors repeat a signal, and Ctrl-C reaches a whole process group: the second one must not interrupt the stop.
  const begin = (signal: NodeJS.Signals): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(0), SHUTDOWN_TIMEOUT_MS).unref();
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
