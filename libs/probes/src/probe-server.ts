import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { Metrics } from '#libs/metrics';
import type { Readiness } from './readiness.js';

export interface ProbeServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Serves /healthz, /readyz and /metrics for a process that has no other HTTP interface. */
export async function startProbeServer(
  listen: { readonly host: string | null; readonly port: number },
  readiness: Readiness,
  metrics: Metrics,
): Promise<ProbeServer> {
  const server = createServer((request, response) => {
    answer(request.method ?? '', request.url ?? '', response, readiness, metrics).catch(() =>
      response.destroy(),
    );
  });
  server.listen({ port: listen.port, host: listen.host ?? undefined });
  await once(server, 'listening');
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : listen.port,
    close: async () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function answer(
  method: string,
  url: string,
  response: ServerResponse,
  readiness: Readiness,
  metrics: Metrics,
): Promise<void> {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (method !== 'GET' && method !== 'HEAD')
    return sendJson(response, 405, { error_code: 'method_not_allowed' });
  if (url === '/healthz') return sendJson(response, 200, { status: 'ok' });
  if (url === '/readyz') {
    const report = await readiness.report();
    return sendJson(response, report.status === 'ready' ? 200 : 503, report);
  }
  if (url !== '/metrics') return sendJson(response, 404, { error_code: 'route_not_found' });
  response.setHeader('Content-Type', metrics.contentType);
  response.end(await metrics.render());
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
