import { Logger as NestLogger } from '@nestjs/common';
import type { LogFields } from './log-fields.js';
import type { Logger } from './logger.js';

type Level = 'info' | 'warn' | 'error';

/** A constant message of ours with its fields, passed through Nest's logger to {@link NestPinoLogger}. */
export class OwnMessage {
  constructor(
    readonly fields: LogFields,
    readonly text: string,
  ) {}
}

/**
 * Returns a logger for a component that is created outside of the injector. Lines go to the process's logger and
 * carry `component`; as everywhere, messages are constants and facts that vary go into fields.
 *
 * @param component the class's name
 */
export function componentLogger(component: string): Pick<Logger, Level> {
  const nest = new NestLogger(component);
  const at = (level: Level) => (first: LogFields | string, text?: string) => {
    const write = level === 'info' ? 'log' : level;
    nest[write](typeof first === 'string' ? new OwnMessage({}, first) : new OwnMessage(first, text ?? ''));
  };
  return { info: at('info'), warn: at('warn'), error: at('error') };
}
