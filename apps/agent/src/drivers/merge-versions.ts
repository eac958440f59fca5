import type { SecretBytes } from '#libs/secret-bytes';
import { encodeChanges, type SecretContent, WHOLE_KEY, writeMembers } from './secret-content.js';
import { StoreError } from './store-error.js';

/** The order of versions of a secret: by `at`, then by `id`. */
export interface VersionPosition {
  at: number;
  id: string;
}

export interface SecretVersion {
  position: VersionPosition;
  content: SecretContent;
}

/**
 * A secret in a store that keeps every version but has no conditional write: a write always succeeds, whatever the current
 * version is. Every method throws StoreError.
 */
export interface VersionedSecret {
  /** Returns the newest version, null for none; later versions of others are concurrent ones. */
  begin(): Promise<SecretVersion | null>;
  /** Writes a version; the caller wipes the bytes. */
  write(content: Buffer): Promise<VersionPosition>;
  /** Returns versions of other writers that were not returned yet, and the position of the newest of all. */
  newcomers(): Promise<{ versions: SecretVersion[]; newest: VersionPosition }>;
  /** Returns some versions before the one it began with, which a concurrent writer may have read. */
  older(): Promise<SecretVersion[]>;
}

/** How many versions `older` returns at most: a concurrent writer has read one of the latest. */
export const MAX_OLDER_VERSIONS = 16;

type Members = ReadonlyMap<string, string>;
interface Known {
  position: VersionPosition;
  members: Members;
}

const ROUNDS = 8;
const BEFORE_ALL: VersionPosition = { at: -1, id: '' };

/**
 * Sets these keys and keeps all others. After writing, it reads the versions that other writers have made since. For each
 * key, the value that was introduced last wins: a writer that only copied an older value undoes nothing. While the newest
 * version isn't the merged one, it is written again, so that concurrent agents converge on the same members (docs/adr/0009).
 * @throws StoreError value_not_utf8, secret_not_keyed; cas_conflict if it doesn't converge
 */
export async function mergeVersions(
  secret: VersionedSecret,
  changes: ReadonlyMap<string, SecretBytes>,
): Promise<void> {
  const base = await secret.begin();
  if (!base?.content.members && changes.size === 1 && changes.has(WHOLE_KEY)) {
    // A whole value has no other members to keep.
    await writeAndWipe(secret, Buffer.from(changes.get(WHOLE_KEY)!.reveal()));
    return;
  }
  const began = base === null ? { position: BEFORE_ALL, members: new Map<string, string>() } : knownOf(base);
  if (began === null) throw new StoreError('secret_not_keyed');
  await new Merge(secret, began, encodeChanges(changes)).run();
}

class Merge {
  readonly #known: Known[];
  /** Position of this merge's first version. */
  #own = BEFORE_ALL;
  #hasOlder = false;

  constructor(
    private readonly secret: VersionedSecret,
    private readonly began: Known,
    private readonly changes: Members,
  ) {
    this.#known = [began];
  }

  async run(): Promise<void> {
    this.#own = await this.#write(new Map([...this.began.members, ...this.changes]));
    for (let round = 0; round < ROUNDS; round += 1) {
      const { newest, versions } = await this.secret.newcomers();
      if (versions.length > 0) await this.#takeIn(versions);
      const found = this.#known.find(({ position }) => comparePositions(position, newest) === 0);
      const merged = this.#merged();
      if (found && isSame(merged, found.members)) return;
      await this.#write(merged);
    }
    throw new StoreError('cas_conflict');
  }

  async #write(members: Members): Promise<VersionPosition> {
    const position = await writeAndWipe(this.secret, writeMembers(members));
    this.#known.push({ position, members });
    return position;
  }

  async #takeIn(newcomers: SecretVersion[]): Promise<void> {
    if (!this.#hasOlder) {
      const older = (await this.secret.older()).map(knownOf);
      this.#known.push(...older.filter((version) => version !== null));
      this.#hasOlder = true;
    }
    for (const version of newcomers.map(knownOf)) {
      // Another writer has replaced it with a whole value, which can't be merged with keys.
      if (version === null) throw new StoreError('cas_conflict');
      this.#known.push(version);
    }
  }

  #merged(): Members {
    const inOrder = [...this.#known].sort((a, b) => comparePositions(a.position, b.position));
    const keys = new Set(inOrder.flatMap(({ members }) => [...members.keys()]));
    const values = [...keys].map((key) => [key, this.#valueOf(key, inOrder)] as const);
    return new Map(values.filter((entry): entry is [string, string] => entry[1] !== undefined));
  }

  #valueOf(key: string, inOrder: readonly Known[]): string | undefined {
    const seen = new Set<string | undefined>();
    let value: string | undefined;
    for (const { members, position } of inOrder) {
      const here = members.get(key);
      // The keys of this merge count from its own first version on, even if their values are not new.
      const isOurs = position === this.#own && this.changes.has(key);
      if (isOurs || !seen.has(here)) value = here;
      seen.add(here);
    }
    return value;
  }
}

async function writeAndWipe(secret: VersionedSecret, content: Buffer): Promise<VersionPosition> {
  try {
    return await secret.write(content);
  } finally {
    content.fill(0);
  }
}

function knownOf({ content, position }: SecretVersion): Known | null {
  return content.members ? { position, members: content.members } : null;
}

function isSame(one: Members, other: Members): boolean {
  return one.size === other.size && [...one].every(([key, raw]) => other.get(key) === raw);
}

function comparePositions(a: VersionPosition, b: VersionPosition): number {
  if (a.at !== b.at) return a.at - b.at;
  return a.id < b.id ? -1 : Number(a.id > b.id);
}
