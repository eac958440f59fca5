import { isLoopback } from '../http/loopback.js';
import type { EnvReader } from './env-reader.js';
import { type ListenAddress, parseListenAddress } from './listen-address.js';

const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Settings shared by all agents of a process. */
export interface ProcessConfig {
  health: ListenAddress;
  /** Additional listen address for metrics; null for none. */
  metrics: ListenAddress | null;
  logLevel: LogLevel;
}

/** Reads SVC_AGENT_HEALTH_ADDR, SVC_AGENT_METRICS_ADDR and SVC_LOG_LEVEL. */
export function readProcessConfig(env: EnvReader): ProcessConfig {
  return {
    health: readHealthAddress(env),
    metrics: readMetricsAddress(env),
    logLevel: env.oneOf('SVC_LOG_LEVEL', LOG_LEVELS),
  };
}

/** Reads SVC_AGENT_HEALTH_ADDR; a fault of it is collected in `env`. */
export function readHealthAddress(env: EnvReader): ListenAddress {
  const health = parseListenAddress(env.text('SVC_AGENT_HEALTH_ADDR'), '127.0.0.1');
  if (!health) env.fault('SVC_AGENT_HEALTH_ADDR', 'must be host:port');
  else if (!isLoopback(health.host)) env.fault('SVC_AGENT_HEALTH_ADDR', 'must be a loopback address');
  return health ?? { host: '127.0.0.1', port: 0 };
}

function readMetricsAddress(env: EnvReader): ListenAddress | null {
  const text = env.textOrNull('SVC_AGENT_METRICS_ADDR');
  const address = text === null ? null : parseListenAddress(text, '::');
  if (text !== null && !address) env.fault('SVC_AGENT_METRICS_ADDR', 'must be host:port');
  return address;
}
