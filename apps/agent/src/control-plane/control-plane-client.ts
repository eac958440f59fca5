import type { SecretBytes } from '#libs/secret-bytes';
import type { HpkeEnvelope, PostedValue, SealedDek } from '#libs/agent-protocol';
import { AGENT_VERSION } from '../agent-version.js';
import type { SkippedNames } from '../drivers/discovery-notes.js';
import type { DiscoveredSecret } from '../drivers/store-driver.js';
import type { GitopsEndpoint } from '../gitops/gitops-endpoint.js';
import type { ObservedApplication } from '../gitops/observed-application.js';
import type { AgentIdentity } from '../identity/agent-identity.js';
import { ApiError } from './api-error.js';
import { AnswerShape } from './answer-shape.js';
import { type ApiAnswer, type ApiCall, callApi } from './api-caller.js';
import { type Job, parseJob } from './job.js';

/** The outcome of a job; `error` is a stable code, present only if it failed. */
export interface JobOutcome {
  status: 'succeeded' | 'failed';
  error?: string;
  /** What a discovery skipped; sent only if not empty, because older control planes reject it. */
  skipped?: SkippedNames;
}

/** The interval of heartbeats, and the Argo CD endpoints of this cluster. */
export interface HeartbeatAnswer {
  nextSeconds: number;
  gitopsEndpoints: GitopsEndpoint[];
}

/** A new secret of the agent. */
export interface RotatedSecret {
  secret: SecretBytes;
  /** Until then the previous secret is valid as well. */
  previousValidUntil: Date;
}

const DEFAULT_HEARTBEAT_SECONDS = 20;
const CLAIM_GRACE_MS = 15_000;
/** Leaves time for several attempts in the minute for which the previous secret stays valid. */
const ROTATE_TIMEOUT_MS = 8000;
const BULK_TIMEOUT_MS = 60_000;
/** Maximum number of characters: base64 of a value of 64 KiB (D5) with its envelope. */
const SEALED_VALUE_LIMIT = 88 * 1024;

/** Client for the control plane's agent routes. Every method throws ApiError. */
export class ControlPlaneClient {
  constructor(
    private readonly apiUrl: URL,
    private readonly identity: AgentIdentity,
  ) {}

  /** Registers the public key to which data keys and values are sealed: base64 of 32 bytes. */
  async registerPublicKey(publicKey: string, signal: AbortSignal): Promise<void> {
    await this.#call({ method: 'PUT', path: '/public-key', body: { public_key: publicKey }, signal });
  }

  /** Replaces the agent's secret. */
  async rotateSecret(): Promise<RotatedSecret> {
    const path = '/rotate-secret';
    const answer = new AnswerShape(await this.#call({ method: 'POST', path, timeoutMs: ROTATE_TIMEOUT_MS }));
    return {
      previousValidUntil: answer.date('previous_valid_until'),
      secret: answer.credential('agent_secret'),
    };
  }

  /** Sends a heartbeat and renews the leases of these jobs. A minted agent gets an empty response (D52). */
  async heartbeat(jobIds: string[], signal: AbortSignal): Promise<HeartbeatAnswer> {
    const body = { version: AGENT_VERSION, job_ids: jobIds };
    const answer = await this.#call({ method: 'POST', path: '/heartbeat', body, signal });
    const shape = new AnswerShape(answer ?? {});
    return {
      nextSeconds: shape.numberOr('next_heartbeat_seconds', DEFAULT_HEARTBEAT_SECONDS),
      gitopsEndpoints: endpointsIn(shape),
    };
  }

  /** Returns the agent's endpoints, without counting as a heartbeat: for diagnosis. */
  async self(): Promise<Pick<HeartbeatAnswer, 'gitopsEndpoints'>> {
    const answer = new AnswerShape(await this.#call({ method: 'GET', path: '/self' }));
    return { gitopsEndpoints: endpointsIn(answer) };
  }

  /** Reports at most 1,000 applications of an Argo CD endpoint, each once (D56). */
  async reportApplications(
    endpointId: string,
    applications: ObservedApplication[],
    signal: AbortSignal,
  ): Promise<void> {
    const body = { endpoint_id: endpointId, applications };
    const path = '/gitops/observations';
    await this.#call({ method: 'POST', path, body, timeoutMs: BULK_TIMEOUT_MS, signal });
  }

  /** Waits up to `waitSeconds` (0 to 30) for a job; null when none came. */
  async claim(waitSeconds: number, signal: AbortSignal): Promise<Job | null> {
    const { body, traceparent } = await this.#answerTo({
      method: 'POST',
      path: '/jobs/claim',
      body: { wait_seconds: waitSeconds },
      timeoutMs: waitSeconds * 1000 + CLAIM_GRACE_MS,
      signal,
    });
    return body === null ? null : parseJob(body, traceparent);
  }

  async complete(job: Job, outcome: JobOutcome, signal: AbortSignal): Promise<void> {
    const path = `/jobs/${encodeURIComponent(job.id)}/complete`;
    const { error, skipped, status } = outcome;
    const counts = skipped ? { skipped_secrets: skipped.secrets, skipped_keys: skipped.keys } : {};
    await this.#call({
      method: 'POST',
      path,
      body: { status, error, ...counts, attempt: job.attempt },
      signal,
    });
  }

  /** Returns a fresh data key for this job, sealed to the registered public key (D53). */
  async issueDek(job: Job, signal: AbortSignal): Promise<SealedDek & { dekId: string }> {
    const body = { job_id: job.id, attempt: job.attempt };
    const answer = new AnswerShape(await this.#call({ method: 'POST', path: '/dek', body, signal }));
    return {
      dekId: answer.id('dek_id'),
      enc: answer.string('enc'),
      sealedKey: answer.string('sealed_key'),
    };
  }

  /** Posts one fetched value, encrypted under the data key. */
  async postWrap(
    job: Job,
    wrap: PostedValue & { dekId: string; keyName: string },
    signal: AbortSignal,
  ): Promise<void> {
    const body = {
      job_id: job.id,
      dek_id: wrap.dekId,
      key_name: wrap.keyName,
      nonce: wrap.nonce,
      ciphertext: wrap.ciphertext,
      attempt: job.attempt,
    };
    await this.#call({ method: 'POST', path: '/wraps', body, signal });
  }

  /** Retrieves the value of a wrap, sealed to this agent. Each wrap can be retrieved once. */
  async takeWrap(wrapId: string, signal: AbortSignal): Promise<HpkeEnvelope> {
    const path = `/wraps/${encodeURIComponent(wrapId)}`;
    const answer = new AnswerShape(await this.#call({ method: 'GET', path, signal }));
    return { enc: answer.string('enc'), ciphertext: answer.string('ciphertext', SEALED_VALUE_LIMIT) };
  }

  /** Reports a page of at most 1,000 discovered secrets: names and labels only. */
  async upsertSecrets(job: Job, secrets: DiscoveredSecret[], signal: AbortSignal): Promise<void> {
    const body = { job_id: job.id, secrets };
    const path = '/secrets/bulk';
    await this.#call({ method: 'POST', path, body, timeoutMs: BULK_TIMEOUT_MS, signal });
  }

  async #call(call: ApiCall): Promise<unknown> {
    return (await this.#answerTo(call)).body;
  }

  /** Calls with the agent's secret; if it is refused, with the previous or next one, if any. */
  #answerTo(call: ApiCall): Promise<ApiAnswer> {
    const { current } = this.identity.credentials;
    return this.#callWith(current, call).catch((error: unknown) => {
      const isRefusal = error instanceof ApiError && error.unauthorized;
      if (!isRefusal || !this.identity.credentials.refused(current)) throw error;
      return this.#callWith(this.identity.credentials.current, call);
    });
  }

  #callWith(secret: SecretBytes, call: ApiCall): Promise<ApiAnswer> {
    const text = Buffer.from(secret.reveal()).toString('utf8');
    return callApi(this.apiUrl, {
      ...call,
      path: `/agents/${encodeURIComponent(this.identity.agentId)}${call.path}`,
      headers: { 'X-Agent-Secret': text },
    });
  }
}

function endpointsIn(answer: AnswerShape): GitopsEndpoint[] {
  return answer
    .shapes('gitops_endpoints')
    .map((endpoint) => ({ id: endpoint.id('id'), baseUrl: endpoint.string('base_url') }));
}
