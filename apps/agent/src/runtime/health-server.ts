import { once } from 'node:events';
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListenAddress } from '../config/listen-address.js';
import type { AgentHealth } from './agent-health.js';
import type { AgentMetrics } from './agent-metrics.js';

/** Connections at the same time: strangers may reach the address. */
const MOST_SCRAPES = 64;

export interface HealthServer {
  port: number;
  stop(): Promise<void>;
}

/** Serves /livez, /readyz and /metrics. @throws the system's error when the address is taken */
export async function startHealthServer(
  address: ListenAddress,
  health: AgentHealth,
  metrics: AgentMetrics,
): Promise<HealthServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET') return answer(response, 405, 'method not allowed\n');
    switch (request.url?.split('?')[0]) {
      case '/livez':
        return answer(response, 200, 'alive\n');
      case '/readyz':
        return health.ready ? answer(response, 200, 'ready\n') : answer(response, 503, 'unready\n');
      case '/metrics':
        return answerMetrics(response, metrics);
      default:
        return answer(response, 404, 'not found\n');
    }
  });
  return listen(server, address);
}

/** Serves /metrics alone, for a scrape from other machines. @throws the system's error when the address is taken */
export async function startMetricsServer(
  address: ListenAddress,
  metrics: AgentMetrics,
): Promise<HealthServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET') return answer(response, 405, 'method not allowed\n');
    if (request.url?.split('?')[0] !== '/metrics') return answer(response, 404, 'not found\n');
    answerMetrics(response, metrics);
  });
  server.maxConnections = MOST_SCRAPES;
  return listen(server, address);
}

async function listen(server: Server, address: ListenAddress): Promise<HealthServer> {
  server.listen(address.port, address.host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

function answerMetrics(response: ServerResponse, { registry }: AgentMetrics): void {
  void registry.metrics().then((text) => answer(response, 200, text, registry.contentType));
}

function answer(response: ServerResponse, status: number, text: string, type = 'text/plain'): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.end(text);
}
