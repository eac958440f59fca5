export { createLogger, type Logger, type LoggerOptions } from './logger.js';
export type { LogFields } from './log-fields.js';
export { NestPinoLogger } from './nest-pino-logger.js';
