import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from '../../testing/loopback-server.js';

type Json = Record<string, any>;

interface Answer {
  status: number;
  body: Json;
  headers?: Record<string, string>;
}

interface Target {
  /** `/api/v1` or `/apis/<group>/<version>`. */
  group: string;
  namespace: string | null;
  resource: string;
  name: string | null;
}

const PATH = /^(\/api\/v1|\/apis\/[^/]+\/[^/]+)(?:\/namespaces\/([^/]+)(?=\/))?\/([^/]+)(?:\/([^/]+))?$/;

/**
 * A Kubernetes API server in memory, with what agents use: any resource's get, list (with limit and continue), create,
 * update and merge patch, with resource versions, dry runs, metadata only, immutable objects, tokens and errors.
 */
export class FakeKubernetes extends LoopbackServer {
  readonly token = 'service-account-token';
  /** `METHOD path?query` of each request. */
  readonly seen: string[] = [];
  /** What the service account is denied, as `verb resource`: `list applications`. */
  readonly denied = new Set<string>();
  /** Called with each request before it is answered. */
  onRequest: (line: string) => unknown = () => undefined;
  /** Answers the next request instead. */
  forced: Answer | null = null;
  readonly #objects = new Map<string, Json>();
  #version = 100;
  /** Continue tokens issued before this version have expired. */
  #oldestContinue = 0;

  /** Writes an object as another client would. @param group as in a path: `/api/v1` */
  put(group: string, resource: string, namespace: string | null, name: string, rest: Json): void {
    this.#store({ group, namespace, resource, name }, { ...rest, metadata: { ...rest.metadata, name } });
  }

  remove(group: string, resource: string, namespace: string, name: string): void {
    this.#objects.delete(keyOf({ group, namespace, resource, name }));
  }

  get(group: string, resource: string, namespace: string, name: string): Json | undefined {
    return this.#objects.get(keyOf({ group, namespace, resource, name }));
  }

  /** Expires the continue tokens, like etcd's compaction. */
  compact(): void {
    this.#oldestContinue = ++this.#version;
  }

  protected respond(request: IncomingMessage, sent: Buffer, response: ServerResponse): void {
    this.seen.push(`${request.method} ${request.url}`);
    this.onRequest(this.seen.at(-1)!);
    const text = sent.toString('utf8');
    const { status, body, headers } = this.#answer(request, text === '' ? {} : (JSON.parse(text) as Json));
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers });
    response.end(JSON.stringify(body));
  }

  #answer(request: IncomingMessage, body: Json): Answer {
    const { forced } = this;
    this.forced = null;
    if (forced) return forced;
    if (request.headers.authorization !== `Bearer ${this.token}`) return failure(401, 'Unauthorized');
    const url = new URL(request.url!, this.url);
    const parts = PATH.exec(url.pathname)?.map((part) => (part ? decodeURIComponent(part) : null));
    if (!parts) return failure(404, 'NotFound');
    const target: Target = { group: parts[1]!, namespace: parts[2]!, resource: parts[3]!, name: parts[4]! };
    const verb = verbOf(request.method!, target.name);
    if (verb === null) return failure(405, 'MethodNotAllowed');
    if (this.denied.has(`${verb} ${target.resource}`)) return failure(403, 'Forbidden');
    const answer = this.#perform(verb, target, body, url.searchParams);
    return request.headers.accept?.includes('as=PartialObjectMetadataList') ? metadataOnly(answer) : answer;
  }

  #perform(verb: string, target: Target, body: Json, query: URLSearchParams): Answer {
    if (verb === 'list') return this.#list(target, query);
    if (verb === 'create') return this.#create(target, body, query);
    const current = this.#objects.get(keyOf(target));
    if (!current) return failure(404, 'NotFound');
    if (verb === 'get') return { status: 200, body: current };
    const expected = body.metadata?.resourceVersion;
    if (expected !== undefined && expected !== current.metadata.resourceVersion) {
      return failure(409, 'Conflict');
    }
    const isPatch = verb === 'patch';
    if (current.immutable === true && isPatch) return failure(422, 'Invalid');
    return this.#keep(200, target, isPatch ? merge(current, body) : body, query);
  }

  #create(target: Target, body: Json, query: URLSearchParams): Answer {
    const named = { ...target, name: String(body.metadata?.name) };
    if (this.#objects.has(keyOf(named))) return failure(409, 'AlreadyExists');
    return this.#keep(201, named, body, query);
  }

  #keep(status: number, target: Target, body: Json, query: URLSearchParams): Answer {
    if (query.get('dryRun') === 'All') return { status, body };
    return { status, body: this.#store(target, body) };
  }

  #store(target: Target, body: Json): Json {
    const { name, namespace } = target;
    const resourceVersion = String(++this.#version);
    const kept = { ...body, metadata: { ...body.metadata, name, namespace, resourceVersion } };
    this.#objects.set(keyOf(target), kept);
    return kept;
  }

  #list(target: Target, query: URLSearchParams): Answer {
    const limit = Number(query.get('limit') ?? 0) || Infinity;
    const cursor = query.get('continue');
    const from = cursor === null ? null : (JSON.parse(atob(cursor)) as { after: string; version: number });
    if (from && from.version < this.#oldestContinue) return failure(410, 'Expired');
    const all = [...this.#objects]
      .filter(([key]) => belongs(key, target))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .filter(([key]) => !from || key > from.after);
    const page = all.slice(0, limit);
    const more = all.length > page.length;
    const next = more ? btoa(JSON.stringify({ after: page.at(-1)![0], version: this.#version })) : '';
    const metadata = { resourceVersion: String(this.#version), continue: next };
    return { status: 200, body: { kind: 'List', metadata, items: page.map(([, object]) => object) } };
  }
}

/** Returns the list as the server does to a client that requests only metadata. */
function metadataOnly({ body, status }: Answer): Answer {
  const items = (body.items as Json[] | undefined)?.map(({ metadata }) => ({ metadata }));
  return { status, body: items ? { ...body, kind: 'PartialObjectMetadataList', items } : body };
}

function keyOf({ group, namespace, resource, name }: Target): string {
  return `${group} ${resource} ${namespace} ${name}`;
}

function belongs(key: string, { group, namespace, resource }: Target): boolean {
  return key.startsWith(namespace === null ? `${group} ${resource} ` : `${group} ${resource} ${namespace} `);
}

function verbOf(method: string, name: string | null): string | null {
  const verbs: Record<string, string> =
    name === null ? { GET: 'list', POST: 'create' } : { GET: 'get', PUT: 'update', PATCH: 'patch' };
  return verbs[method] ?? null;
}

/** RFC 7396. */
function merge(target: unknown, patch: unknown): any {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const merged: Json = typeof target === 'object' && target !== null ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = merge(merged[name], value);
  }
  return merged;
}

function failure(code: number, reason: string): Answer {
  const status = { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Failure' };
  return { status: code, body: { ...status, message: `${reason} (fake)`, reason, code } };
}
