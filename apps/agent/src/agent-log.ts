import type { LogLevel } from './config/process-config.js';

/** Ids, codes and counts; objects, and so values, can't be logged. */
export type LogFields = Record<string, string | number | boolean | null>;

export interface AgentLog {
  debug(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

const ORDER: LogLevel[] = ['debug', 'info', 'warn', 'error'];

/** Writes one JSON line per message at or above `level`: time, level, message, then the fields. */
export function createAgentLog(level: LogLevel, write: (line: string) => void): AgentLog {
  const at = (own: LogLevel) => (message: string, fields?: LogFields) => {
    if (ORDER.indexOf(own) < ORDER.indexOf(level)) return;
    write(`${JSON.stringify({ time: new Date().toISOString(), level: own, msg: message, ...fields })}\n`);
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}

/** Returns a log that adds these fields to each line. */
export function withFields(log: AgentLog, own: LogFields): AgentLog {
  const at = (level: LogLevel) => (message: string, fields?: LogFields) =>
    log[level](message, { ...own, ...fields });
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
