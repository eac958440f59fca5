import type { SecretBytes } from '#libs/secret-bytes';
import { encodeChanges, type SecretContent, WHOLE_KEY, writeMembers } from './secret-content.js';
import { StoreError } from './store-error.js';

/** The position of a version among those of its secret: by `at`, then by `id`. */
export interface VersionPosition {
  at: number;
  id: string;
}

export interface SecretVersion {
  position: VersionPosition;
  content: SecretContent;
}

/**
 * A secret in a store that keeps every version but can't compare before it writes: a write always succeeds, over
 * whatever is there. Every method throws StoreError.
 */
export interface VersionedSecret {
  /** Returns the newest version, null for none; what comes after it is a newcomer. */
  begin(): Promise<SecretVersion | null>;
  /** Writes a version; the caller wipes the bytes. */
  write(content: Buffer): Promise<VersionPosition>;
  /** Versions of other writers not reported yet, and the position of the newest of all. */
  newcomers(): Promise<{ versions: SecretVersion[]; newest: VersionPosition }>;
  /** Returns some versions from right before the one it began with: what a newcomer's writer may have read. */
  older(): Promise<SecretVersion[]>;
}

type Members = ReadonlyMap<string, string>;
interface Known {
  position: VersionPosition;
  members: Members;
}

const ROUNDS = 8;
const BEFORE_ALL: VersionPosition = { at: -1, id: '' };

/**
 * Sets these keys and keeps every other. After writing it looks which versions other writers made since it read. Of
 * each key the value counts that appeared last for the first time: what a writer only carried along from an older
 * version undoes nothing. As long as the newest version isn't that, it is written again, so that agents that write at
 * once come to the same members (docs/adr/0009).
 * @throws StoreError value_not_utf8, secret_not_keyed; cas_conflict when it doesn't come to rest
 */
export async function mergeVersions(
  secret: VersionedSecret,
  changes: ReadonlyMap<string, SecretBytes>,
): Promise<void> {
  const base = await secret.begin();
  if (!base?.content.members && changes.size === 1 && changes.has(WHOLE_KEY)) {
    // A whole value has nothing beside it to keep.
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
      // Somebody made one whole value of it meanwhile: there is nothing that both can be.
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
      // What this merge sets counts from its own first version on, new or not.
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
