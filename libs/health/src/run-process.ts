import { createLogger } from '#libs/logging';

/**
 * Boots a process. A failure exits with 1 and one log line: with the message of an error that is known to contain no
 * values (it has a `code` and a `kind`), else with its name, code and stack frames only.
 */
export function runProcess(name: 'api' | 'worker', boot: () => Promise<void>): void {
  boot().catch((err: unknown) => {
    const logger = createLogger({ name, level: 'fatal' });
    logger.fatal({ err }, 'boot failed');
    logger.flush();
    process.exit(1);
  });
}
