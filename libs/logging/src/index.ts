export { componentLogger } from './component-logger.js';
export { createLogger, type Logger } from './logger.js';
export { NestPinoLogger } from './nest-pino-logger.js';
