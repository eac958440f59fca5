import { createServer, type ServerResponse } from 'node:http';
import type { ListenAddress } from '#libs/config';
import type { Metrics } from '#libs/metrics';
import { listenOn } from './listen-on.js';
import type { Readiness } from './readiness.js';

/** Strangers may reach the address of the metrics: connections at the same time. */
const MOST_SCRAPES = 64;
/** Who neither asks nor takes the answer for so long is gone: Node waits for an answer to be read without any limit. */
const SILENT_MS = 10_000;

export interface ProbeServer {
  readonly port: number;
  close(): Promise<void>;
}

/** Answers a GET or HEAD of one address. */
type Answer = (response: ServerResponse) => Promise<void> | void;

/** Serves /healthz, /readyz and /metrics for a process that has no other HTTP interface. */
export async function startProbeServer(
  listen: ListenAddress,
  readiness: Readiness,
  metrics: Metrics,
): Promise<ProbeServer> {
  return serve('WORKER_ADDR', listen, {
    '/healthz': (response) => sendJson(response, 200, { status: 'ok' }),
    '/readyz': async (response) => {
      const report = await readiness.report();
      sendJson(response, report.status === 'ready' ? 200 : 503, report);
    },
    '/metrics': (response) => sendMetrics(response, metrics),
  });
}

/** Serves /metrics alone, where it is kept apart from the interface. */
export async function startMetricsServer(listen: ListenAddress, metrics: Metrics): Promise<ProbeServer> {
  const answers = { '/metrics': (response: ServerResponse) => sendMetrics(response, metrics) };
  return serve('SVC_METRICS_ADDR', listen, answers, MOST_SCRAPES);
}

async function serve(
  variable: string,
  listen: ListenAddress,
  answers: Readonly<Record<string, Answer>>,
  mostConnections?: number,
): Promise<ProbeServer> {
  const server = createServer((request, response) => {
    answer(request.method ?? '', request.url ?? '', response, answers).catch(() => response.destroy());
  });
  server.setTimeout(SILENT_MS);
  if (mostConnections !== undefined) server.maxConnections = mostConnections;
  return {
    port: await listenOn(server, variable, listen),
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
  answers: Readonly<Record<string, Answer>>,
): Promise<void> {
  response.setHeader('X-Content-Type-Options', 'nosniff');
  if (method !== 'GET' && method !== 'HEAD')
    return sendJson(response, 405, { error_code: 'method_not_allowed' });
  const found = Object.hasOwn(answers, url) ? answers[url] : undefined;
  if (!found) return sendJson(response, 404, { error_code: 'route_not_found' });
  await found(response);
}

async function sendMetrics(response: ServerResponse, metrics: Metrics): Promise<void> {
  response.setHeader('Content-Type', metrics.contentType);
  response.end(await metrics.render());
}

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}
