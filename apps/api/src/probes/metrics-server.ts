import { createServer, type ServerResponse } from 'node:http';
import type { ListenAddress } from '#libs/config';
import { listenOn } from '#libs/health';
import { METRICS_TYPE, renderMetrics } from '#libs/metrics';

/** Maximum number of connections: the address may be reachable by strangers. */
const MAX_CONNECTIONS = 64;
/** Idle timeout of a connection: Node waits for a response to be read without any limit. */
const SILENT_MS = 10_000;

export interface MetricsServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves only /metrics, at the address of SVC_METRICS_ADDR. @throws ListenError */
export async function startMetricsServer(listen: ListenAddress): Promise<MetricsServer> {
  const server = createServer((request, response) => {
    answer(request.method ?? '', request.url ?? '', response).catch(() => response.destroy());
  });
  server.setTimeout(SILENT_MS);
  server.maxConnections = MAX_CONNECTIONS;
  return {
    port: await listenOn(server, 'SVC_METRICS_ADDR', listen),
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(method: string, url: string, response: ServerResponse): Promise<void> {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (method !== 'GET' && method !== 'HEAD') return refuse(response, 405, 'method_not_allowed');
  if (url !== '/metrics') return refuse(response, 404, 'route_not_found');
  const text = await renderMetrics();
  response.setHeader('Content-Type', METRICS_TYPE).end(text);
}

function refuse(response: ServerResponse, status: number, errorCode: string): void {
  response
    .writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' })
    .end(JSON.stringify({ error_code: errorCode }));
}
