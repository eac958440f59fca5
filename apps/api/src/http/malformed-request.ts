import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { adoptCorrelationId, type DomainError, httpErrors } from '#libs/core';
import type { Logger } from '#libs/logging';

interface Fault {
  readonly status: number;
  readonly error: DomainError;
}

const invalid = (status: number, field: string, message: string): Fault => ({
  status,
  error: httpErrors.invalidField(field, message),
});

/** Responses by the error code of Node's parser. Any other code means that the bytes are not HTTP. */
const FAULTS: Readonly<Record<string, Fault>> = {
  HPE_HEADER_OVERFLOW: invalid(431, 'headers', 'are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, error: httpErrors.requestTimeout() },
};
const NO_HTTP = invalid(400, 'request', 'is not valid HTTP');
const NO_EXPECTATION = invalid(417, 'expect', 'is not an expectation that can be met');

/** Responds to malformed requests with the envelope (D1) and headers (D91) of all other errors. */
export function answerMalformed(server: Server, logger: Logger): void {
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy();
    const fault = FAULTS[error.code ?? ''] ?? NO_HTTP;
    const { status, headers, body } = answerOf(fault, logger);
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`, () =>
      socket.destroy(),
    );
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const { status, headers, body } = answerOf(NO_EXPECTATION, logger);
    response.writeHead(status, headers).end(body);
  });
}

function answerOf({ status, error }: Fault, logger: Logger) {
  const body = JSON.stringify({
    ...{ error_code: error.code, message: error.message, code: error.code, error: error.message },
    ...error.extra,
  });
  const correlationId = adoptCorrelationId(undefined);
  logger.info({ status, correlation_id: correlationId }, 'malformed request');
  const headers = {
    'X-Correlation-Id': correlationId,
    'Content-Security-Policy': "default-src 'none';frame-ancestors 'none'",
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    Connection: 'close',
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(body)),
  };
  return { status, headers, body };
}
