import { pino, stdTimeFunctions, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { allowedFields, type LogFields } from './log-fields.js';

/** A text known when the code is written; one built at run time becomes `never` and does not compile. */
type FixedText<M extends string> = Record<never, never> extends Record<M, 1> ? never : M;

interface LogMethod {
  <M extends string>(fields: LogFields, message: M & FixedText<M>): void;
  <M extends string>(message: M & FixedText<M>): void;
}

export type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal';

/**
 * A pino logger seen through the calls that can't leak: allow-listed fields and constant messages.
 * Facts that vary go into fields, never into the message.
 */
export interface Logger extends Readonly<Record<Level, LogMethod>> {
  level: string;
  /** Returns a logger that adds `fields` to each of its lines. */
  child(fields: LogFields): Logger;
  flush(): void;
}

export interface LoggerOptions {
  /** Name of the process: api, worker, agent. */
  readonly name: string;
  /** Lowest level written. */
  readonly level: Level | 'silent';
  /** Where lines go; standard output when absent. */
  readonly destination?: DestinationStream;
}

/**
 * Returns the process's logger: one JSON object per line, ISO 8601 time, level by name. Only allow-listed fields are
 * written, errors as name, code and frames; the filter runs on every call, whatever its types said.
 */
export function createLogger({ name, level, destination }: LoggerOptions): Logger {
  const logger = pino(
    {
      level,
      base: { name },
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }), log: allowedFields },
      hooks: { logMethod: writeSafely },
    },
    destination ?? pino.destination({ fd: 1, sync: true }),
  );
  return withSafeBindings(logger);
}

/** Keeps pino from using an error's message as the line's, and from interpolating further arguments. */
function writeSafely(this: PinoLogger, args: unknown[], method: (...args: [object, string]) => void): void {
  const [first, second] = args;
  if (typeof first === 'string') return method.call(this, {}, first);
  const fields = first instanceof Error ? { err: first } : first;
  const given = typeof fields === 'object' && fields !== null ? fields : {};
  return method.call(this, given, typeof second === 'string' ? second : 'no message');
}

/** pino formats a child's bindings by other rules than a line's fields, so they are filtered before. */
function withSafeBindings(logger: PinoLogger): PinoLogger {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- both are called on the logger at hand below
  const { child, setBindings } = logger;
  logger.child = function (this: PinoLogger, bindings: object) {
    return child.call(this, allowedFields(bindings));
  } as PinoLogger['child'];
  logger.setBindings = function (this: PinoLogger, bindings: object) {
    setBindings.call(this, allowedFields(bindings));
  };
  return logger;
}
