import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { SecretBytes } from '#libs/secret-bytes';
import {
  decryptPostedValue,
  parseAgentPublicKey,
  sealAgentValue,
  sealDek,
  HPKE_ALGORITHM,
} from '#libs/agent-protocol';
import { LoopbackServer } from './loopback-server.js';

/** A job in its JSON form. */
export interface WireJob {
  id: string;
  kind: string;
  request_id: string | null;
  correlation_id: string;
  provider_connection: {
    id: string;
    name: string;
    type: string;
    scope: Record<string, unknown>;
    auth_method: string | null;
  } | null;
  provider_error: string | null;
  secret_ref: string | null;
  keys: string[];
  wraps: { wrap_id: string; key_name: string }[];
  attempt: number;
  lease_expires_at: string;
}

/** A received request. */
export interface SeenRequest {
  method: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: Record<string, unknown>;
}

interface Answer {
  status: number;
  body?: unknown;
  headers?: Record<string, string>;
}

type Completion = Record<string, unknown>;

const IDENTITY = { agentId: '01890000-0000-7000-8000-00000000a9e7', secret: 'agent-secret-text' };
const ENROLLMENT_TOKEN = 'enrollment-token-text';

/**
 * The control plane's agent routes, with the real cryptography: it decrypts what the agent posts, and encrypts what the
 * agent retrieves. Each response can be replaced once, or for good.
 */
export class FakeControlPlane extends LoopbackServer {
  readonly secret = IDENTITY.secret;
  readonly enrollmentToken = ENROLLMENT_TOKEN;
  readonly seen: SeenRequest[] = [];
  /** Received values, decrypted: `<job id>/<key name>` to text. */
  readonly posted = new Map<string, string>();
  readonly discovered: unknown[] = [];
  /** The Argo CD endpoints returned by heartbeats, and the received reports. */
  gitopsEndpoints: { id: string; base_url: string }[] = [];
  readonly observations: { endpoint_id: string; applications: Record<string, unknown>[] }[] = [];
  publicKey = '';
  /** All secrets issued to the agent, oldest first. */
  readonly issued: string[] = [IDENTITY.secret];
  #secrets = new Set(this.issued);
  readonly #queue: WireJob[] = [];
  readonly #parked = new Set<() => void>();
  readonly #completions = new Map<string, (completion: Completion) => void>();
  readonly #wraps = new Map<string, Buffer>();
  readonly #deks = new Map<string, Buffer>();
  readonly #replaced: { match: RegExp; answer: Answer; left: number; after: boolean }[] = [];
  readonly #arrivals = new Set<() => void>();

  /** @param agentId the only agent that it knows */
  constructor(readonly agentId = IDENTITY.agentId) {
    super();
  }

  /** Queues a job; resolves with the body of its completion. */
  enqueue(job: Partial<WireJob>): Promise<Completion> {
    const full: WireJob = {
      id: randomUUID(),
      kind: 'read',
      request_id: randomUUID(),
      correlation_id: randomUUID(),
      provider_connection: null,
      provider_error: null,
      secret_ref: null,
      keys: [],
      wraps: [],
      attempt: 1,
      lease_expires_at: new Date().toISOString(),
      ...job,
    };
    this.#queue.push(full);
    for (const wake of this.#parked) wake();
    return new Promise((resolve) => this.#completions.set(full.id, resolve));
  }

  /** Ends the overlap: only the newest secret is valid. */
  endOverlap(): void {
    this.#secrets = new Set(this.issued.slice(-1));
  }

  /** Creates a wrap for the agent to retrieve once; returns its id. */
  addWrap(value: Uint8Array): string {
    const wrapId = randomUUID();
    this.#wraps.set(wrapId, Buffer.from(value));
    return wrapId;
  }

  /**
   * Replaces the response to requests whose `METHOD path` matches.
   * @param left how often
   * @param after true: the request is carried out first and only its response is lost
   */
  replace(match: RegExp, answer: Answer, left = 1, after = false): void {
    this.#replaced.push({ match, answer, left, after });
  }

  /** Returns the received requests whose `METHOD path` matches. */
  requests(match: RegExp): SeenRequest[] {
    return this.seen.filter((request) => match.test(`${request.method} ${request.path}`));
  }

  /** Resolves once `count` matching requests were received. */
  async arrived(match: RegExp, count = 1): Promise<void> {
    while (this.requests(match).length < count) {
      await new Promise<void>((resolve) => this.#arrivals.add(resolve));
    }
  }

  protected async respond(request: IncomingMessage, sent: Buffer, response: ServerResponse): Promise<void> {
    const text = sent.toString('utf8');
    const seen: SeenRequest = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
    };
    this.seen.push(seen);
    for (const wake of this.#arrivals) wake();
    this.#arrivals.clear();
    const replaced = this.#takeReplacement(seen);
    const own = !replaced || replaced.after ? await this.#answer(seen, response) : null;
    const answer = replaced?.answer ?? own!;
    response.writeHead(answer.status, answer.headers);
    response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
  }

  #takeReplacement(seen: SeenRequest): { answer: Answer; after: boolean } | null {
    const line = `${seen.method} ${seen.path}`;
    const found = this.#replaced.find(({ match, left }) => left > 0 && match.test(line));
    if (found) found.left -= 1;
    return found ?? null;
  }

  async #answer(seen: SeenRequest, response: ServerResponse): Promise<Answer> {
    if (!seen.path.startsWith('/api/v1/agents/')) return refusal(404, 'route_not_found');
    return seen.path === '/api/v1/agents/enroll' ? this.#enroll(seen) : this.#answerAgent(seen, response);
  }

  async #answerAgent(seen: SeenRequest, response: ServerResponse): Promise<Answer> {
    const own = `/api/v1/agents/${this.agentId}/`;
    const known = seen.path.startsWith(own) && this.#secrets.has(String(seen.headers['x-agent-secret']));
    if (!known) return refusal(401, 'unauthorized');
    const [endpoint, id] = seen.path.slice(own.length).split('/');
    if (endpoint === 'rotate-secret') return this.#rotate(String(seen.headers['x-agent-secret']));
    return this.#answerWork(seen, endpoint, id, response);
  }

  async #answerWork(
    seen: SeenRequest,
    endpoint: string | undefined,
    id: string | undefined,
    response: ServerResponse,
  ): Promise<Answer> {
    switch (`${seen.method} ${endpoint}`) {
      case 'PUT public-key':
        this.publicKey = String(seen.body.public_key);
        return { status: 204 };
      case 'GET self':
        return { status: 200, body: { agent_id: this.agentId, gitops_endpoints: this.gitopsEndpoints } };
      case 'POST heartbeat':
        return { status: 200, body: { next_heartbeat_seconds: 20, gitops_endpoints: this.gitopsEndpoints } };
      case 'POST jobs':
        return id === 'claim' ? this.#claim(response) : this.#complete(id!, seen.body);
      case 'POST dek':
        return this.#issueDek();
      case 'POST wraps':
        return this.#postWrap(seen.body);
      case 'GET wraps':
        return this.#takeWrap(id!);
      case 'POST secrets':
        this.discovered.push(...(seen.body.secrets as unknown[]));
        return { status: 200, body: { inserted: 0, updated: 0, unchanged: 0 } };
      case 'POST gitops':
        return this.#takeReport(seen.body);
      default:
        return refusal(404, 'route_not_found');
    }
  }

  /** From now on the presented secret and the next one are valid. */
  #rotate(presented: string): Answer {
    this.issued.push(`rotated-secret-${this.issued.length}`);
    this.#secrets = new Set([presented, this.issued.at(-1)!]);
    const body = { agent_secret: this.issued.at(-1), previous_valid_until: new Date().toISOString() };
    return { status: 200, body };
  }

  #takeReport(body: Record<string, unknown>): Answer {
    const report = body as unknown as (typeof this.observations)[number];
    this.observations.push(report);
    return { status: 200, body: { recorded: report.applications.length } };
  }

  #enroll({ body }: SeenRequest): Answer {
    if (body.enrollment_token !== this.enrollmentToken) return refusal(401, 'unauthorized');
    this.publicKey = String(body.public_key);
    const granted = { agent_id: this.agentId, agent_token: this.secret };
    const rest = { provider_connection_id: randomUUID(), next_heartbeat_seconds: 20 };
    return { status: 201, body: { ...granted, ...rest } };
  }

  async #claim(response: ServerResponse): Promise<Answer> {
    while (this.#queue.length === 0 && !response.destroyed) {
      await new Promise<void>((resolve) => {
        this.#parked.add(resolve);
        response.once('close', resolve);
      });
    }
    const job = response.destroyed ? undefined : this.#queue.shift();
    return job ? { status: 200, body: job } : { status: 204 };
  }

  #complete(jobId: string, body: Completion): Answer {
    this.#completions.get(jobId)?.(body);
    return { status: 204 };
  }

  #issueDek(): Answer {
    const dekId = randomUUID();
    const dek = randomBytes(32);
    this.#deks.set(dekId, dek);
    const key = parseAgentPublicKey(this.publicKey);
    const { enc, sealedKey } = sealDek(key, SecretBytes.from(dek), this.agentId);
    const expiresAt = new Date().toISOString();
    const body = { dek_id: dekId, alg: HPKE_ALGORITHM, enc, sealed_key: sealedKey, expires_at: expiresAt };
    return { status: 201, body };
  }

  #postWrap(body: Record<string, unknown>): Answer {
    const jobId = String(body.job_id);
    const keyName = String(body.key_name);
    if (this.posted.has(`${jobId}/${keyName}`)) return refusal(409, 'wrap_exists');
    const dek = SecretBytes.from(this.#deks.get(String(body.dek_id))!);
    const binding = { agentId: this.agentId, jobId, keyName };
    const value = decryptPostedValue(dek, String(body.nonce), String(body.ciphertext), binding);
    this.posted.set(`${jobId}/${keyName}`, Buffer.from(value.reveal()).toString('utf8'));
    const expiresAt = new Date().toISOString();
    return { status: 201, body: { wrap_id: randomUUID(), key_name: keyName, expires_at: expiresAt } };
  }

  #takeWrap(wrapId: string): Answer {
    const value = this.#wraps.get(wrapId);
    if (!value) return refusal(410, 'wrap_consumed');
    this.#wraps.delete(wrapId);
    const key = parseAgentPublicKey(this.publicKey);
    const sealed = sealAgentValue(key, SecretBytes.from(value), this.agentId, wrapId);
    const rest = { wrap_id: wrapId, request_id: randomUUID(), key_name: 'k', alg: HPKE_ALGORITHM };
    return { status: 200, body: { ...rest, ...sealed } };
  }
}

/** Returns an error response in the envelope of D1. */
export function refusal(status: number, code: string, headers?: Record<string, string>): Answer {
  return { status, body: { error_code: code, message: 'refused', code, error: 'refused' }, headers };
}
