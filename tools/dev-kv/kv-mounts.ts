import { answerErrors, type KvAnswer } from './kv-answer.js';
import { KvMount } from './kv-mount.js';
import { joinPath, type PlacedRequest, trimSlashes } from './kv-request.js';
import { answerMount } from './kv-routes.js';

/** The place of a mount: `namespace` is '' for the root namespace. Neither has leading or trailing slashes. */
export interface MountPlace {
  namespace?: string;
  path: string;
  /** The engine; default: key-value version 2. Other engines store nothing. */
  type?: string;
  version?: string;
}

type Mount = Required<MountPlace> & { kv: KvMount };

/** The secret engines by mount path. */
export class KvMounts {
  readonly #mounts = new Map<string, Mount>();

  constructor(places: readonly MountPlace[]) {
    this.add({ path: 'sys', type: 'system' });
    for (const place of places) this.add(place);
  }

  /** Adds a mount; returns false if there is one already. */
  add({ namespace = '', path, type = 'kv', version = '2' }: MountPlace): boolean {
    const mount = { namespace: trimSlashes(namespace), path: trimSlashes(path), type, version };
    const full = joinPath(mount.namespace, mount.path);
    if (this.#mounts.has(full)) return false;
    this.#mounts.set(full, { ...mount, kv: new KvMount() });
    return true;
  }

  /** Returns the key-value store at a full path (namespace included), for seeding; undefined if there is none. */
  at(path: string): KvMount | undefined {
    return this.#mounts.get(trimSlashes(path))?.kv;
  }

  /** Returns the mount that contains a path of a namespace. */
  find(namespace: string, path: string): Mount | undefined {
    const full = joinPath(namespace, path);
    const matches = [...this.#mounts].filter(([key]) => full === key || full.startsWith(`${key}/`));
    return matches.sort(([a], [b]) => b.length - a.length)[0]?.[1];
  }

  /** Returns the visible mounts of a namespace as `sys/internal/ui/mounts` lists them, by path. */
  facts(namespace: string, sees: (full: string) => boolean): Record<string, unknown> {
    const inside = [...this.#mounts].filter(([full, mount]) => mount.namespace === namespace && sees(full));
    return Object.fromEntries(inside.map(([, mount]) => [`${mount.path}/`, factsOf(mount)]));
  }

  /** Returns whether a secret exists, which makes a write an update instead of a creation. */
  has(namespace: string, path: string): boolean {
    const mount = this.find(namespace, path);
    const [endpoint, ...segments] = mount ? below(mount, namespace, path).split('/') : [];
    return endpoint === 'data' && mount?.kv.read(segments.join('/')) !== null;
  }

  answer({ body, method, namespace, path, query }: PlacedRequest): KvAnswer {
    const mount = this.find(namespace, path);
    if (!mount) return answerErrors(404, [`no handler for route "${path}". route entry not found.`]);
    if (mount.type !== 'kv') return answerErrors(404, ['1 error occurred:\n\t* unsupported path\n\n']);
    if (mount.version !== '2') return answerErrors(404);
    const [endpoint = '', ...segments] = below(mount, namespace, path).split('/');
    return answerMount(mount.kv, endpoint, { method, query, body, path: segments.join('/') });
  }
}

/** Returns a mount in the form of the preflight endpoint. */
export function factsOf({ type, version }: Mount): Record<string, unknown> {
  const options = type === 'kv' ? { version } : null;
  return { type, description: '', options };
}

function below(mount: Mount, namespace: string, path: string): string {
  return joinPath(namespace, path).slice(joinPath(mount.namespace, mount.path).length + 1);
}
