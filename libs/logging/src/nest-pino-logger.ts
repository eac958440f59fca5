import type { LoggerService } from '@nestjs/common';
import { OwnMessage } from './component-logger.js';
import { errorFields, framesOf } from './error-fields.js';
import type { LogFields } from './log-fields.js';
import type { Level, Logger } from './logger.js';

/** Parts of Nest whose texts are made of class names, routes and versions alone. */
const TRUSTED = new Set([
  'ExceptionFilter',
  'InjectorLogger',
  'InstanceLoader',
  'LegacyRouteConverter',
  'MiddlewareModule',
  'NestApplication',
  'NestFactory',
  'PackageLoader',
  'RouterExceptionFilters',
  'RouterExplorer',
  'RoutesResolver',
]);
/** Hundreds of lines at each boot, one for each module and route. */
const CHATTY = new Set(['InstanceLoader', 'RouterExplorer', 'RoutesResolver']);
const COMPONENT = /^[A-Za-z][\w.:-]{0,79}$/;
const MAX_TEXT = 500;

/**
 * Nest's own messages, written through our logger. The text of a trusted part of Nest is kept, and so is a message
 * of ours (`componentLogger`); from any other (exception handlers, third-party modules) only the component, error
 * name, code and frames are.
 */
export class NestPinoLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, ...rest: unknown[]): void {
    this.write(CHATTY.has(componentOf(rest) ?? '') ? 'debug' : 'info', message, rest);
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.write('error', message, rest);
  }

  warn(message: unknown, ...rest: unknown[]): void {
    this.write('warn', message, rest);
  }

  debug(message: unknown, ...rest: unknown[]): void {
    this.write('debug', message, rest);
  }

  verbose(message: unknown, ...rest: unknown[]): void {
    this.write('trace', message, rest);
  }

  fatal(message: unknown, ...rest: unknown[]): void {
    this.write('fatal', message, rest);
  }

  private write(level: Level, message: unknown, rest: readonly unknown[]): void {
    const component = componentOf(rest);
    if (message instanceof OwnMessage)
      return this.send(level, { component, ...message.fields }, message.text);
    const trusted = component !== undefined && TRUSTED.has(component);
    const text = trusted && typeof message === 'string' ? message.slice(0, MAX_TEXT) : 'framework message';
    this.send(level, { component, ...errorPart(message, rest) }, text);
  }

  /** The text is not a constant, as the logger's type requires; TRUSTED and OwnMessage replace that rule here. */
  private send(level: Level, fields: LogFields, text: string): void {
    (this.logger as unknown as Record<Level, (f: LogFields, m: string) => void>)[level](fields, text);
  }
}

/** Nest passes the context (a class name) as the last parameter. */
function componentOf(rest: readonly unknown[]): string | undefined {
  const last = rest.at(-1);
  return typeof last === 'string' && COMPONENT.test(last) ? last : undefined;
}

/** Nest passes an error as the message itself or as its stack text in the parameter after it. */
function errorPart(message: unknown, rest: readonly unknown[]): LogFields {
  if (message instanceof Error) return errorFields(message);
  const stack = framesOf(rest[0]);
  return stack === '' ? {} : { stack };
}
