import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListenAddress } from '../config/listen-address.js';
import { isReady, statusOf, type WatchedAgent } from './agent-status.js';
import type { ProcessMetrics } from './process-metrics.js';

/** Maximum number of connections: the address of the metrics may be reachable by strangers. */
const MAX_SCRAPES = 64;
/** Timeout for idle clients: Node waits for a response to be read without any limit. */
const SILENT_MS = 10_000;

export interface HealthServer {
  port: number;
  stop(): Promise<void>;
}

type Route = (response: ServerResponse) => void;

/** Serves /livez, /readyz, /status and /metrics. @throws the system's error if the address is in use */
export function startHealthServer(
  address: ListenAddress,
  agents: readonly WatchedAgent[],
  metrics: ProcessMetrics,
): Promise<HealthServer> {
  const routes: Record<string, Route> = {
    '/livez': (response) => answer(response, 200, 'alive\n'),
    '/readyz': (response) =>
      isReady(agents) ? answer(response, 200, 'ready\n') : answer(response, 503, 'unready\n'),
    '/status': (response) => answer(response, 200, JSON.stringify(statusOf(agents)), 'application/json'),
    '/metrics': (response) => answerMetrics(response, metrics),
  };
  return serve(address, new Map(Object.entries(routes)));
}

/** Serves only /metrics, for a scrape from other machines. @throws the system's error if the address is in use */
export function startMetricsServer(address: ListenAddress, metrics: ProcessMetrics): Promise<HealthServer> {
  return serve(address, new Map([['/metrics', (response) => answerMetrics(response, metrics)]]), MAX_SCRAPES);
}

async function serve(
  address: ListenAddress,
  routes: ReadonlyMap<string, Route>,
  mostConnections?: number,
): Promise<HealthServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET') return answer(response, 405, 'method not allowed\n');
    const route = routes.get(request.url?.split('?')[0] ?? '');
    if (route) route(response);
    else answer(response, 404, 'not found\n');
  });
  server.setTimeout(SILENT_MS);
  if (mostConnections !== undefined) server.maxConnections = mostConnections;
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

function answerMetrics(response: ServerResponse, { registry }: ProcessMetrics): void {
  void registry.metrics().then((text) => answer(response, 200, text, registry.contentType));
}

function answer(response: ServerResponse, status: number, text: string, type = 'text/plain'): void {
  response.writeHead(status, { 'Content-Type': type, 'Cache-Control': 'no-store' });
  response.end(text);
}
