import type { KubernetesSettings } from '../config/kubernetes-settings.js';
import { exchange, type ExchangeAnswer, ExchangeError, type ExchangeFailure } from '../http/exchange.js';
import { KubeError, type KubeErrorCode } from './kube-error.js';

export interface KubeCall {
  /** PATCH is a JSON merge patch (RFC 7396). */
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  /** Starts with /api or /apis; names in it are encoded by the caller. */
  path: string;
  query?: Record<string, string>;
  body?: unknown;
  /** The representation to request instead of plain JSON. */
  accept?: string;
  signal?: AbortSignal;
}

export type KubeObject = Record<string, unknown>;

const TIMEOUT_MS = 15_000;

const FAILURE_CODES: Record<ExchangeFailure, KubeErrorCode> = {
  dns: 'kubernetes_dns_failed',
  tls: 'kubernetes_tls_failed',
  unreachable: 'kubernetes_unreachable',
  timeout: 'kubernetes_timeout',
  aborted: 'kubernetes_unavailable',
  answer_too_large: 'kubernetes_answer_unexpected',
};

const STATUS_CODES = new Map<number, KubeErrorCode>([
  [401, 'kubernetes_unauthorized'],
  [403, 'kubernetes_forbidden'],
  [404, 'kubernetes_not_found'],
  [409, 'kubernetes_conflict'],
  [410, 'kubernetes_expired'],
  [422, 'kubernetes_invalid'],
  [429, 'kubernetes_throttled'],
]);

/** Client for the Kubernetes API with the agent's own service account. */
export class KubeApi {
  constructor(private readonly settings: KubernetesSettings) {}

  /** Makes a call; returns the object of a 2xx response. @throws KubeError for everything else */
  async call(call: KubeCall): Promise<KubeObject> {
    const { url } = this.settings;
    if (url === null) throw new KubeError('kubernetes_not_configured');
    const token = this.settings.readToken();
    if (!token) throw new KubeError('kubernetes_credentials_missing');
    const query = new URLSearchParams(call.query).toString();
    const answer = await exchange({
      method: call.method,
      url: new URL(`${url}${call.path}${query === '' ? '' : `?${query}`}`),
      headers: headersOf(call, Buffer.from(token.reveal()).toString('utf8')),
      body: call.body === undefined ? undefined : JSON.stringify(call.body),
      timeoutMs: TIMEOUT_MS,
      signal: call.signal,
      ca: this.settings.readCa(),
    }).catch((error: unknown) => {
      if (error instanceof ExchangeError) throw new KubeError(FAILURE_CODES[error.failure]);
      throw error;
    });
    return readAnswer(answer);
  }
}

function headersOf({ accept, method }: KubeCall, token: string): Record<string, string> {
  return {
    Authorization: `Bearer ${token}`,
    ...(accept === undefined ? {} : { Accept: accept }),
    ...(method === 'PATCH' ? { 'Content-Type': 'application/merge-patch+json' } : {}),
  };
}

function readAnswer({ status, text, retryAfterMs }: ExchangeAnswer): KubeObject {
  if (status < 200 || status > 299) {
    const code = STATUS_CODES.get(status);
    const otherwise = status >= 500 ? 'kubernetes_unavailable' : 'kubernetes_answer_unexpected';
    throw new KubeError(code ?? otherwise, retryAfterMs);
  }
  try {
    const body: unknown = JSON.parse(text);
    if (typeof body === 'object' && body !== null && !Array.isArray(body)) return body as KubeObject;
  } catch {
    // Reported below, without the parser's message, which contains its input.
  }
  throw new KubeError('kubernetes_answer_unexpected');
}
