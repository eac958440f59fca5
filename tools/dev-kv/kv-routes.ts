import { answerData, answerErrors, type KvAnswer } from './kv-answer.js';
import { CasMismatch, type KvMount } from './kv-mount.js';

/** A request below a mount: `path` has no leading or trailing slash. */
export interface MountRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  body: Record<string, unknown>;
}

/** Handles `data/…`, `metadata/…`, `subkeys/…`, `delete/…` and `destroy/…` of a mount. */
export function answerMount(mount: KvMount, endpoint: string, request: MountRequest): KvAnswer {
  switch (endpoint) {
    case 'data':
      return answerDataEndpoint(mount, request);
    case 'metadata':
      return answerMetadataEndpoint(mount, request);
    case 'subkeys':
      return answerSubkeys(mount, request);
    case 'delete':
      mount.delete(request.path, versionsOf(request));
      return { status: 204 };
    case 'destroy':
      mount.destroy(request.path, versionsOf(request));
      return { status: 204 };
    default:
      return answerErrors(404);
  }
}

function answerDataEndpoint(mount: KvMount, request: MountRequest): KvAnswer {
  switch (request.method) {
    case 'GET':
      return readData(mount, request);
    case 'POST':
    case 'PUT':
      return writeData(mount, request);
    case 'DELETE':
      mount.delete(request.path);
      return { status: 204 };
    default:
      return unsupported();
  }
}

function readData(mount: KvMount, { path, query }: MountRequest): KvAnswer {
  const read = mount.read(path, Number(query.get('version') ?? 0));
  if (!read) return answerErrors(404);
  return answerData(read, read.data === null ? 404 : 200);
}

function writeData(mount: KvMount, { path, body }: MountRequest): KvAnswer {
  if (!isObject(body.data)) return answerErrors(400, ['no data provided']);
  const cas = isObject(body.options) ? body.options.cas : undefined;
  try {
    return answerData(mount.write(path, body.data, cas === undefined ? undefined : Number(cas)));
  } catch (error) {
    if (!(error instanceof CasMismatch)) throw error;
    return answerErrors(400, ['check-and-set parameter did not match the current version']);
  }
}

function answerMetadataEndpoint(mount: KvMount, request: MountRequest): KvAnswer {
  const { method, path, query, body } = request;
  // The protocol also has the method LIST, which Node's HTTP parser rejects; clients support this form as well.
  if (method === 'GET' && query.get('list') === 'true') {
    const keys = mount.list(path);
    return keys.length > 0 ? answerData({ keys }) : answerErrors(404);
  }
  switch (method) {
    case 'GET': {
      const metadata = mount.metadata(path);
      return metadata ? answerData(metadata) : answerErrors(404);
    }
    case 'POST':
    case 'PUT':
      mount.writeCustomMetadata(path, (body.custom_metadata ?? {}) as Record<string, string>);
      return { status: 204 };
    case 'DELETE':
      mount.deleteMetadata(path);
      return { status: 204 };
    default:
      return unsupported();
  }
}

/** Returns the member names without values: every leaf is null (`depth=1` ends at the first level). */
function answerSubkeys(mount: KvMount, { method, path, query }: MountRequest): KvAnswer {
  if (method !== 'GET') return unsupported();
  const read = mount.read(path, Number(query.get('version') ?? 0));
  if (!read) return answerErrors(404);
  if (read.data === null) return answerData({ subkeys: null, metadata: read.metadata }, 404);
  const depth = Number(query.get('depth') ?? 0);
  return answerData({ subkeys: subkeysOf(read.data, depth), metadata: read.metadata });
}

function subkeysOf(data: Record<string, unknown>, depth: number): Record<string, unknown> {
  const below = (value: unknown) =>
    isObject(value) && Object.keys(value).length > 0 && depth !== 1 ? subkeysOf(value, depth - 1) : null;
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, below(value)]));
}

function versionsOf({ body }: MountRequest): number[] {
  return Array.isArray(body.versions) ? body.versions.map(Number) : [];
}

function unsupported(): KvAnswer {
  return answerErrors(405, ['1 error occurred:\n\t* unsupported operation\n\n']);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
