import { traced, traceHeaders } from '#libs/tracing';
import { AGENT_VERSION } from '../agent-version.js';
import { exchange, ExchangeError } from '../http/exchange.js';
import { ApiError } from './api-error.js';

export interface ApiCall {
  method: 'GET' | 'POST' | 'PUT';
  /** Below /api/v1, with a leading slash. */
  path: string;
  body?: unknown;
  timeoutMs?: number;
  headers?: Record<string, string>;
  signal?: AbortSignal;
}

const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gi;
const DEFAULT_TIMEOUT_MS = 15_000;
/** Maximum size in bytes; jobs with a hundred values and their names, and sealed values, are far smaller. */
const ANSWER_LIMIT = 1024 * 1024;

/** A 2xx response. */
export interface ApiAnswer {
  /** The parsed JSON; null if the body is empty. */
  readonly body: unknown;
  /** The control plane's span of the call, if it has one. */
  readonly traceparent: string | undefined;
}

/**
 * Calls the control plane's API, in a span.
 * @throws ApiError for any status other than 2xx, and when there is no response
 */
export function callApi(apiUrl: URL, call: ApiCall): Promise<ApiAnswer> {
  const template = call.path.replace(ID, ':id');
  const attributes = { 'http.request.method': call.method, 'url.template': `/api/v1${template}` };
  const facts = () => ({ name: `${call.method} ${template}`, attributes });
  return traced('exchange', facts, () => callOnce(apiUrl, call));
}

async function callOnce(apiUrl: URL, call: ApiCall): Promise<ApiAnswer> {
  const answer = await exchange({
    method: call.method,
    url: new URL(`${apiUrl.pathname.replace(/\/+$/, '')}/api/v1${call.path}`, apiUrl),
    headers: { 'User-Agent': `countersign-agent/${AGENT_VERSION}`, ...traceHeaders(), ...call.headers },
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
    timeoutMs: call.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    signal: call.signal,
    answerLimit: ANSWER_LIMIT,
  }).catch((error: unknown) => {
    if (error instanceof ExchangeError) throw new ApiError(0, `control_plane_${error.failure}`);
    throw error;
  });
  const body = parseJson(answer.text);
  if (answer.status >= 200 && answer.status < 300) return { body, traceparent: answer.traceparent };
  throw new ApiError(answer.status, errorCodeOf(body), answer.retryAfterMs);
}

function parseJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    // The message of JSON.parse contains its input.
    throw new ApiError(0, 'control_plane_answer_unexpected');
  }
}

// Accepts only what looks like an error code: a proxy's page must not be logged.
function errorCodeOf(body: unknown): string {
  const code = (body as { error_code?: unknown } | null)?.error_code;
  return typeof code === 'string' && /^[a-z0-9_]{1,64}$/.test(code) ? code : 'control_plane_refused';
}
