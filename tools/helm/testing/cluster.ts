import type { IncomingMessage, ServerResponse } from 'node:http';
import { LoopbackServer } from '../../../apps/agent/src/testing/loopback-server.js';
import { isProtobuf, secretIn } from './protobuf-secret.js';

type Json = Record<string, any>;

interface Found {
  readonly key: string;
  readonly namespace: string;
  readonly current: Json;
}

/** The resources of the charts and of Helm: group and version, resource, kind. */
const RESOURCES: readonly (readonly [groupVersion: string, resource: string, kind: string])[] = [
  ['v1', 'configmaps', 'ConfigMap'],
  ['v1', 'namespaces', 'Namespace'],
  ['v1', 'secrets', 'Secret'],
  ['v1', 'serviceaccounts', 'ServiceAccount'],
  ['v1', 'services', 'Service'],
  ['apps/v1', 'deployments', 'Deployment'],
  ['networking.k8s.io/v1', 'networkpolicies', 'NetworkPolicy'],
  ['rbac.authorization.k8s.io/v1', 'roles', 'Role'],
  ['rbac.authorization.k8s.io/v1', 'rolebindings', 'RoleBinding'],
];
const PATH = /^\/(?:api\/(v1)|apis\/([^/]+\/[^/]+))(?:\/namespaces\/([^/]+)(?=\/))?\/([a-z]+)(?:\/([^/]+))?$/;

/** A Kubernetes API in memory, with what Helm and an agent's state use: objects, versions, patches, discovery. */
export class Cluster extends LoopbackServer {
  readonly token = 'any';
  /** `METHOD path` of each change with its body, in their order. */
  readonly changes: { readonly line: string; readonly body: Json }[] = [];
  readonly #objects = new Map<string, Json>();
  #version = 1;

  /** Returns an object by its resource and name, whatever its namespace. */
  get(resource: string, name: string): Json | undefined {
    return [...this.#objects].find(([key]) => key.endsWith(`/${resource}/${name}`))?.[1];
  }

  /** A kubeconfig for it. */
  get kubeconfig(): string {
    const name = 'test';
    return JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      'current-context': name,
      clusters: [{ name, cluster: { server: this.url } }],
      users: [{ name, user: { token: this.token } }],
      contexts: [{ name, context: { cluster: name, user: name } }],
    });
  }

  protected respond(request: IncomingMessage, sent: Buffer, response: ServerResponse): void {
    const url = new URL(request.url!, this.url);
    const body = bodyOf(sent);
    if (request.method !== 'GET') this.changes.push({ line: `${request.method} ${url.pathname}`, body });
    const answer = discover(url.pathname) ?? this.#carryOut(request.method!, url, body);
    response.writeHead(answer.code ?? 200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer));
  }

  #carryOut(method: string, url: URL, body: Json): Json {
    const [, core, group, namespace = '', resource, given] = PATH.exec(url.pathname) ?? [];
    if (resource === undefined) return failure(404, 'NotFound');
    const folder = `${core ?? group}/${namespace}/${resource}`;
    if (method === 'GET' && given === undefined) return this.#list(core ?? group!, folder, resource, url);
    const key = `${folder}/${nameOf(given, body)}`;
    const current = this.#objects.get(key);
    if (method === 'POST')
      return current ? failure(409, 'AlreadyExists') : this.#keep(key, namespace, body, url);
    return current
      ? this.#ofCurrent(method, { key, namespace, current }, body, url)
      : failure(404, 'NotFound');
  }

  #ofCurrent(method: string, found: Found, body: Json, url: URL): Json {
    const { key, namespace, current } = found;
    if (method === 'GET') return current;
    if (method === 'DELETE') {
      this.#objects.delete(key);
      return { kind: 'Status', apiVersion: 'v1', status: 'Success' };
    }
    const expected = body.metadata?.resourceVersion as string | undefined;
    if (expected !== undefined && expected !== current.metadata.resourceVersion)
      return failure(409, 'Conflict');
    return this.#keep(key, namespace, method === 'PATCH' ? merge(current, body) : body, url);
  }

  #keep(key: string, namespace: string, body: Json, url: URL): Json {
    const resourceVersion = String((this.#version += 1));
    const kept = { ...body, metadata: { ...body.metadata, namespace, resourceVersion } };
    if (!url.searchParams.has('dryRun')) this.#objects.set(key, kept);
    return kept;
  }

  #list(apiVersion: string, folder: string, resource: string, url: URL): Json {
    const kind = RESOURCES.find(([, each]) => each === resource)![2];
    const wanted = (url.searchParams.get('labelSelector') ?? '').split(',').filter((each) => each !== '');
    const items = [...this.#objects]
      .filter(([key]) => key.startsWith(`${folder}/`))
      .map(([, object]) => object)
      .filter(({ metadata }) =>
        wanted.every((each) => metadata.labels?.[each.split('=')[0]!] === each.split('=')[1]),
      );
    return { kind: `${kind}List`, apiVersion, metadata: { resourceVersion: String(this.#version) }, items };
  }
}

function nameOf(given: string | undefined, body: Json): string {
  return given ?? String(body.metadata?.name);
}

function bodyOf(sent: Buffer): Json {
  if (sent.length === 0) return {};
  return isProtobuf(sent) ? secretIn(sent) : (JSON.parse(sent.toString('utf8')) as Json);
}

/** Returns the responses of API discovery. */
function discover(path: string): Json | null {
  if (path === '/version') return { major: '1', minor: '33', gitVersion: 'v1.33.0' };
  if (path === '/api') return { kind: 'APIVersions', versions: ['v1'] };
  const groups = [...new Set(RESOURCES.map(([each]) => each))];
  if (path === '/apis') {
    const named = groups
      .filter((each) => each.includes('/'))
      .map((groupVersion) => {
        const version = { groupVersion, version: groupVersion.split('/')[1]! };
        return { name: groupVersion.split('/')[0], versions: [version], preferredVersion: version };
      });
    return { kind: 'APIGroupList', apiVersion: 'v1', groups: named };
  }
  const groupVersion = path.replace(/^\/apis?\//, '');
  if (!groups.includes(groupVersion)) return null;
  const verbs = ['create', 'delete', 'get', 'list', 'patch', 'update'];
  const resources = RESOURCES.filter(([each]) => each === groupVersion).map(([, name, kind]) => ({
    ...{ name, kind, verbs, singularName: '', namespaced: name !== 'namespaces' },
  }));
  return { kind: 'APIResourceList', apiVersion: 'v1', groupVersion, resources };
}

/** Merges by RFC 7396; strategic merge patches are applied to objects, not to lists. */
function merge(current: unknown, patch: unknown): Json {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch as Json;
  const below = typeof current === 'object' && current !== null && !Array.isArray(current) ? current : {};
  const members = Object.entries(patch).map(([name, each]) => [name, merge((below as Json)[name], each)]);
  const merged = { ...below, ...Object.fromEntries(members) } as Json;
  return Object.fromEntries(Object.entries(merged).filter(([, each]) => each !== null));
}

function failure(code: number, reason: string): Json {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', code, reason, message: reason };
}
