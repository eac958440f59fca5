import { createLogger } from '#libs/logging';

/**
 * Runs a process's boot. A failure ends it with 1 and one log line: the message only of an error that is
 * known to hold no values (it has a `code` and a `kind`), of any other its name, code and frames.
 */
export function runProcess(name: 'api' | 'worker', boot: () => Promise<void>): void {
  boot().catch((err: unknown) => {
    const logger = createLogger({ name, level: 'fatal' });
    logger.fatal({ err }, 'boot failed');
    logger.flush();
    process.exit(1);
  });
}
