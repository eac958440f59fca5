/** One version of a secret. `data` is null once the version was destroyed. */
interface KvVersion {
  data: Record<string, unknown> | null;
  createdTime: string;
  deletionTime: string;
  destroyed: boolean;
}

interface KvSecret {
  versions: KvVersion[];
  customMetadata: Record<string, string> | null;
  createdTime: string;
  updatedTime: string;
}

/** The metadata of one version (`data.metadata` of a read, the response of a write). */
export interface VersionMetadata {
  created_time: string;
  custom_metadata: Record<string, string> | null;
  deletion_time: string;
  destroyed: boolean;
  version: number;
}

/** A read version: `data` is null if the version is deleted or destroyed. */
export interface ReadVersion {
  data: Record<string, unknown> | null;
  metadata: VersionMetadata;
}

/** The version numbers of a write don't match (`options.cas`). */
export class CasMismatch extends Error {}

/** One key-value v2 mount in memory: versions, soft deletes, folders, check-and-set. */
export class KvMount {
  readonly #secrets = new Map<string, KvSecret>();

  /**
   * Writes a new version.
   * @returns its metadata
   * @param cas the current version that the writer saw (0: the secret must have none); absent for no check
   * @throws CasMismatch if `cas` isn't the current version
   */
  write(path: string, data: Record<string, unknown>, cas?: number): VersionMetadata {
    const current = this.#secrets.get(path)?.versions.length ?? 0;
    if (cas !== undefined && cas !== current) throw new CasMismatch();
    const secret = this.#secretAt(path);
    const createdTime = new Date().toISOString();
    secret.versions.push({ data: structuredClone(data), createdTime, deletionTime: '', destroyed: false });
    secret.updatedTime = createdTime;
    return metadataOf(secret, secret.versions.length);
  }

  /** Returns the requested version, the newest for 0; null if the secret or the version never existed. */
  read(path: string, version = 0): ReadVersion | null {
    const secret = this.#secrets.get(path);
    const number = version === 0 ? (secret?.versions.length ?? 0) : version;
    const found = secret?.versions[number - 1];
    if (!secret || !found) return null;
    const gone = found.destroyed || found.deletionTime !== '';
    return { data: gone ? null : found.data, metadata: metadataOf(secret, number) };
  }

  /** Soft-deletes the newest version, or the named ones; deleting a missing one is not an error. */
  delete(path: string, versions?: number[]): void {
    const secret = this.#secrets.get(path);
    for (const number of versions ?? [secret?.versions.length ?? 0]) {
      const version = secret?.versions[number - 1];
      if (version && version.deletionTime === '') version.deletionTime = new Date().toISOString();
    }
  }

  /** Permanently removes the data of the given versions. */
  destroy(path: string, versions: number[]): void {
    for (const number of versions) {
      const version = this.#secrets.get(path)?.versions[number - 1];
      if (version) Object.assign(version, { data: null, destroyed: true });
    }
  }

  /** Removes the secret with all its versions. */
  deleteMetadata(path: string): void {
    this.#secrets.delete(path);
  }

  /** Sets the custom metadata of a secret, which may not have a version yet. */
  writeCustomMetadata(path: string, labels: Record<string, string>): void {
    this.#secretAt(path).customMetadata = { ...labels };
  }

  /** Returns the response of GET metadata; null for a secret that never existed. */
  metadata(path: string): Record<string, unknown> | null {
    const secret = this.#secrets.get(path);
    if (!secret) return null;
    const versions = secret.versions.map((version, index) => [
      String(index + 1),
      {
        created_time: version.createdTime,
        deletion_time: version.deletionTime,
        destroyed: version.destroyed,
      },
    ]);
    return {
      cas_required: false,
      created_time: secret.createdTime,
      current_version: secret.versions.length,
      custom_metadata: secret.customMetadata,
      delete_version_after: '0s',
      max_versions: 0,
      oldest_version: secret.versions.length > 0 ? 1 : 0,
      updated_time: secret.updatedTime,
      versions: Object.fromEntries(versions),
    };
  }

  /** Returns the names directly below a folder, sorted; folders end in '/'. Empty if there are none. */
  list(folder: string): string[] {
    const prefix = folder === '' ? '' : `${folder}/`;
    const names = new Set<string>();
    for (const path of this.#secrets.keys()) {
      if (!path.startsWith(prefix)) continue;
      const rest = path.slice(prefix.length);
      const slash = rest.indexOf('/');
      names.add(slash === -1 ? rest : rest.slice(0, slash + 1));
    }
    return [...names].sort();
  }

  #secretAt(path: string): KvSecret {
    const existing = this.#secrets.get(path);
    if (existing) return existing;
    const now = new Date().toISOString();
    const secret: KvSecret = { versions: [], customMetadata: null, createdTime: now, updatedTime: now };
    this.#secrets.set(path, secret);
    return secret;
  }
}

function metadataOf(secret: KvSecret, number: number): VersionMetadata {
  const version = secret.versions[number - 1]!;
  return {
    created_time: version.createdTime,
    custom_metadata: secret.customMetadata,
    deletion_time: version.deletionTime,
    destroyed: version.destroyed,
    version: number,
  };
}
