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

const DEFAULT_TIMEOUT_MS = 15_000;
/** Bytes: a job with a hundred values and their names, or a sealed value, stays far below. */
const ANSWER_LIMIT = 1024 * 1024;

/**
 * One call of the control plane's HTTP edge: the parsed JSON of a 2xx answer, null for an empty one.
 * @throws ApiError for every other status, and when no answer came
 */
export async function callApi(apiUrl: URL, call: ApiCall): Promise<unknown> {
  const answer = await exchange({
    method: call.method,
    url: new URL(`${apiUrl.pathname.replace(/\/+$/, '')}/api/v1${call.path}`, apiUrl),
    headers: { 'User-Agent': `countersign-agent/${AGENT_VERSION}`, ...call.headers },
    body: call.body === undefined ? undefined : JSON.stringify(call.body),
    timeoutMs: call.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    signal: call.signal,
    answerLimit: ANSWER_LIMIT,
  }).catch((error: unknown) => {
    if (error instanceof ExchangeError) throw new ApiError(0, `control_plane_${error.failure}`);
    throw error;
  });
  const body = parseJson(answer.text);
  if (answer.status >= 200 && answer.status < 300) return body;
  throw new ApiError(answer.status, errorCodeOf(body), answer.retryAfterMs);
}

function parseJson(text: string): unknown {
  if (text === '') return null;
  try {
    return JSON.parse(text);
  } catch {
    // JSON.parse's own message repeats its input.
    throw new ApiError(0, 'control_plane_answer_unexpected');
  }
}

// Only what looks like a code is taken over: a proxy's page must not end up in a log.
function errorCodeOf(body: unknown): string {
  const code = (body as { error_code?: unknown } | null)?.error_code;
  return typeof code === 'string' && /^[a-z0-9_]{1,64}$/.test(code) ? code : 'control_plane_refused';
}
