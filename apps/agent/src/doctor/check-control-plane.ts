import * as http from 'node:http';
import * as https from 'node:https';
import { once } from 'node:events';
import { ApiError } from '../control-plane/api-error.js';
import { ControlPlaneClient } from '../control-plane/control-plane-client.js';
import type { GitopsEndpoint } from '../gitops/gitops-endpoint.js';
import type { AgentIdentity } from '../identity/agent-identity.js';
import type { Report } from './report.js';

const STALL_TIMEOUT_MS = 10_000;
const SKEW_SECONDS = 60;
const ANSWER_LIMIT = 64 * 1024;
const NO_ROUTE = '/api/v1/doctor';
const ANSWER = 'control plane: answer';
const CLOCK = 'clock';
const CREDENTIALS = 'control plane: credentials';

/**
 * Checks whether a control plane responds, and the clock skew. It is recognized by its response for an unknown route,
 * because its probes may be unreachable from here.
 */
export async function checkAnswer(report: Report, apiUrl: URL, now: () => number): Promise<boolean> {
  try {
    const { status, text, date } = await get(
      new URL(`${apiUrl.pathname.replace(/\/+$/, '')}${NO_ROUTE}`, apiUrl),
    );
    const known = status === 404 && text.includes('"route_not_found"');
    if (known) report.ok(ANSWER, 'a control plane responds');
    else {
      const detail = `the server there is not a working control plane (status ${status})`;
      report.failed(ANSWER, detail, 'Check SVC_API_URL, and the proxy and the api behind it.');
    }
    checkClock(report, date, now());
    return known;
  } catch {
    report.failed(
      ANSWER,
      'connected, but there is no response',
      'Check the proxy in front of the control plane.',
    );
    report.skipped(CLOCK, 'there is no clock to compare with');
    return false;
  }
}

/**
 * Checks whether the control plane accepts this agent, and reports what it knows of it. Sends no heartbeat, because those
 * are limited and a running agent needs them.
 */
export async function checkCredentials(
  report: Report,
  apiUrl: URL,
  identity: AgentIdentity,
): Promise<{ gitopsEndpoints: GitopsEndpoint[] } | null> {
  try {
    const answer = await new ControlPlaneClient(apiUrl, identity).self();
    report.ok(CREDENTIALS, `the control plane knows agent ${identity.agentId}`);
    return answer;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    reportRefusal(report, error);
    return null;
  }
}

function reportRefusal(report: Report, error: ApiError): void {
  if (error.unauthorized) {
    const advice =
      'If it was revoked, enroll again with a new token. Otherwise this identity belongs to another control plane.';
    report.failed(CREDENTIALS, 'the control plane refuses this agent', advice);
  } else if (error.status === 429) {
    report.skipped(CREDENTIALS, 'too many runs of doctor in this minute', 'Run it again in a minute.');
  } else if (error.status === 404) {
    const detail = 'the control plane is older than this agent and lacks this route';
    report.skipped(CREDENTIALS, detail, 'Upgrade the control plane before its agents.');
  } else {
    const advice = 'Try again later; if it still fails, check the control plane’s readiness and log.';
    report.failed(CREDENTIALS, `the call failed: ${error.code} (${error.status})`, advice);
  }
}

function checkClock(report: Report, date: number | null, now: number): void {
  if (date === null) {
    report.skipped(CLOCK, 'the response has no Date header');
    return;
  }
  // The header is truncated to seconds: half a second later on average.
  const skew = Math.round((now - date - 500) / 1000);
  const detail =
    Math.abs(skew) <= 1
      ? 'this machine and the control plane agree to a second'
      : `this machine is ${Math.abs(skew)} s ${skew < 0 ? 'behind' : 'ahead of'} the control plane`;
  if (Math.abs(skew) <= SKEW_SECONDS) report.ok(CLOCK, detail);
  else
    report.failed(
      CLOCK,
      detail,
      'Set the clock (chrony, systemd-timesyncd): certificates and cloud logins depend on it.',
    );
}

async function get(url: URL): Promise<{ status: number; text: string; date: number | null }> {
  const request = (url.protocol === 'https:' ? https : http).get(url, {
    headers: { Connection: 'close' },
    signal: AbortSignal.timeout(STALL_TIMEOUT_MS),
  });
  const [answer] = (await once(request, 'response')) as [http.IncomingMessage];
  let text = '';
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8');
    if (text.length > ANSWER_LIMIT) break;
  }
  const date = Date.parse(answer.headers.date ?? '');
  return { status: answer.statusCode ?? 0, text, date: Number.isNaN(date) ? null : date };
}
