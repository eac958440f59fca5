import { isKeyName, isSecretRef } from '#libs/agent-protocol';
import { annotateRefusal } from '../annotate-refusal.js';
import type { DiscoveryNotes } from '../discovery-notes.js';
import type { DiscoveredSecret } from '../store-driver.js';
import { StoreError } from '../store-error.js';
import { StoreCursorGuard } from '../store-cursor-guard.js';
import { parseKvData } from './kv-answer.js';
import { explainMountType, requireKv2 } from './kv-preflight.js';
import type { VaultClient } from './vault-client.js';
import type { VaultScope } from './vault-scope.js';

/** Number of secrets read concurrently; the store's rate limits are honoured (Retry-After). */
const TOGETHER = 8;
/** Limits of a check: folders that it lists, and secrets whose metadata it reads. */
const CHECKED = { folders: 64, secrets: 8 };

/** The part of a mount below a connection's prefix. */
export class KvWalk {
  constructor(
    private readonly client: VaultClient,
    private readonly scope: VaultScope,
    private readonly notes: DiscoveryNotes,
  ) {}

  /**
   * Yields every secret below the connection's prefix that can be read now, folder by folder. Values aren't read: key names
   * come from `subkeys`, labels and version from `metadata`. A folder that the token may not list fails the walk, because
   * otherwise everything below would be marked as missing.
   */
  async *secrets(): AsyncGenerator<DiscoveredSecret> {
    for await (const leaves of this.#folders()) {
      for (let start = 0; start < leaves.length; start += TOGETHER) {
        const batch = leaves.slice(start, start + TOGETHER);
        const secrets = await Promise.all(batch.map((ref) => this.#describe(ref)));
        yield* secrets.filter((secret) => secret !== null);
      }
    }
  }

  /** Starts the same walk: lists the prefix and folders below it, and reads some secrets. */
  async probe(): Promise<void> {
    let [folders, secrets] = [0, 0];
    for await (const leaves of this.#folders()) {
      const some = leaves.slice(0, CHECKED.secrets - secrets);
      await Promise.all(some.map((ref) => this.#describe(ref)));
      [folders, secrets] = [folders + 1, secrets + some.length];
      if (folders === CHECKED.folders) return;
    }
  }

  /** Yields the refs of each folder's own secrets. */
  async *#folders(): AsyncGenerator<string[]> {
    const guard = new StoreCursorGuard();
    const folders = [this.scope.prefix];
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      const names = await this.#list(folder);
      const refs = names.map((name) => (folder === '' ? name : `${folder}/${name}`));
      // A name that isn't a valid secret_ref couldn't be requested either.
      const usable = refs.filter((ref) => this.notes.secret(isSecretRef(ref.replace(/\/$/, ''))));
      for (const ref of usable) if (ref.endsWith('/')) folders.push(ref.slice(0, -1));
      const leaves = usable.filter((ref) => !ref.endsWith('/'));
      guard.follow(folder, leaves.length);
      yield leaves;
    }
  }

  async #list(folder: string): Promise<string[]> {
    const { mount, prefix } = this.scope;
    const path = [mount, 'metadata', folder].filter((part) => part !== '').join('/');
    const data = await explainMountType(this.client, mount, () =>
      annotateRefusal(`list ${path}/`, () => this.client.get(path, '?list=true').then(parseKvData)),
    );
    // Another type of engine returns nothing here either; taken for empty, all discovered secrets would be marked as
    // missing.
    if (data === null && folder === prefix) await requireKv2(this.client, mount);
    const keys = data?.keys ?? [];
    if (!Array.isArray(keys) || !keys.every((key) => typeof key === 'string')) {
      throw new StoreError('store_answer_unexpected');
    }
    return keys;
  }

  async #describe(ref: string): Promise<DiscoveredSecret | null> {
    const { mount } = this.scope;
    const metadata = await this.#unlessForbidden('metadata', () =>
      this.client.get(`${mount}/metadata/${ref}`).then(parseKvData),
    );
    if (metadata === null || (metadata && !isReadable(metadata))) return null;
    const keys = await this.#keys(ref);
    if (!metadata) return { ref, keys, labels: {} };
    return { ref, keys, labels: labelsOf(metadata), version: String(metadata.current_version) };
  }

  async #keys(ref: string): Promise<string[]> {
    const path = `${this.scope.mount}/subkeys/${ref}`;
    const answer = await this.#unlessForbidden('subkeys', () => this.client.get(path, '?depth=1'));
    // Older stores don't support subkeys and respond with 404.
    if (!answer?.found) return [];
    const { subkeys } = parseKvData(answer) ?? {};
    return this.notes.keys(Object.keys(subkeys ?? {}), isKeyName);
  }

  /** A token may be allowed to list but not to read details: the name alone is still worth reporting. */
  async #unlessForbidden<T>(endpoint: string, task: () => Promise<T>): Promise<T | undefined> {
    try {
      return await task();
    } catch (error) {
      if (!(error instanceof StoreError) || error.code !== 'permission_denied') throw error;
      const { mount, prefix } = this.scope;
      this.notes.refused.add(
        `read ${[mount, endpoint, prefix, '*'].filter((part) => part !== '').join('/')}`,
      );
      return undefined;
    }
  }
}

/** Returns whether the newest version is neither destroyed nor past its deletion time. */
function isReadable(metadata: Record<string, unknown>): boolean {
  const versions = (metadata.versions ?? {}) as Record<
    string,
    { deletion_time?: string; destroyed?: boolean }
  >;
  const newest = versions[String(metadata.current_version)];
  if (!newest || newest.destroyed) return false;
  return !newest.deletion_time || Date.parse(newest.deletion_time) > Date.now();
}

function labelsOf(metadata: Record<string, unknown>): Record<string, string> {
  const labels = Object.entries((metadata.custom_metadata ?? {}) as Record<string, unknown>);
  return Object.fromEntries(
    labels.filter((label): label is [string, string] => typeof label[1] === 'string'),
  );
}
