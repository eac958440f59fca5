import { capabilitiesFor, type KvRule, parsePolicy, seesMount } from './kv-policies.js';
import { joinPath, type PlacedRequest } from './kv-request.js';
import type { KvToken } from './kv-tokens.js';

/** The policy `default`, as far as this server implements it. */
const DEFAULT_POLICY = `
path "auth/token/lookup-self" { capabilities = ["read"] }
path "auth/token/renew-self" { capabilities = ["update"] }
path "auth/token/revoke-self" { capabilities = ["update"] }
path "sys/capabilities-self" { capabilities = ["update"] }`;

/** Decides what a token may do, by the policies of its namespace. */
export class KvAccess {
  readonly #policies = new Map<string, string>();

  write(namespace: string, name: string, text: string): void {
    this.#policies.set(joinPath(namespace, name), text);
  }

  /** Returns the capabilities of a token at a full path. */
  capabilities(token: KvToken, full: string): string[] {
    if (token.policies.includes('root')) return ['root'];
    const given = capabilitiesFor(this.#rulesOf(token), full);
    return given.length === 0 ? ['deny'] : given;
  }

  /** Returns whether a token may make this request. @param isThere whether the target exists */
  allows(token: KvToken, request: PlacedRequest, isThere: boolean): boolean {
    const { namespace, path } = request;
    const full = joinPath(namespace, path);
    const wanted = capabilityFor(request, isThere);
    // List policies end in a slash, but those without one match as well.
    const paths = wanted === 'list' ? [`${full}/`, full] : [full];
    return paths.some((each) => {
      const given = this.capabilities(token, each);
      return given.includes('root') || given.includes(wanted);
    });
  }

  /** Returns whether a mount, by its full path, is visible to a token. */
  sees(token: KvToken, mount: string): boolean {
    return token.policies.includes('root') || seesMount(this.#rulesOf(token), mount);
  }

  #rulesOf({ namespace, policies }: KvToken): KvRule[] {
    const texts = policies.map((name) =>
      name === 'default' ? DEFAULT_POLICY : (this.#policies.get(joinPath(namespace, name)) ?? ''),
    );
    return texts.flatMap((text) => parsePolicy(text, namespace));
  }
}

function capabilityFor({ method, query }: PlacedRequest, isThere: boolean): string {
  if (method === 'LIST' || (method === 'GET' && query.get('list') === 'true')) return 'list';
  if (method === 'GET') return 'read';
  if (method === 'DELETE') return 'delete';
  return isThere ? 'update' : 'create';
}
