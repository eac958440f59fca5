import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';

/** Options of a new token. Times in seconds; 0 means no limit. */
export interface TokenTerms {
  /** Names of policies in its namespace; `root` allows everything. */
  policies: string[];
  namespace: string;
  ttlSeconds: number;
  maxTtlSeconds: number;
  renewable: boolean;
  /** Maximum number of requests. */
  uses: number;
  /** How it was created: `auth/token/create`, `auth/approle/login`. */
  path: string;
}

export interface KvToken extends TokenTerms {
  id: string;
  begunAt: number;
  endsAt: number;
  usesLeft: number;
}

const ROOT: TokenTerms = {
  policies: ['root'],
  namespace: '',
  ttlSeconds: 0,
  maxTtlSeconds: 0,
  renewable: false,
  uses: 0,
  path: 'auth/token/root',
};

/** The tokens of the server: the root token, and those issued by logins and `auth/token/create`. */
export class KvTokens {
  readonly #issued = new Map<string, KvToken>();

  /** @param now milliseconds */
  constructor(
    private readonly root: string,
    private readonly now: () => number,
  ) {}

  issue(terms: TokenTerms): KvToken {
    const begunAt = this.now();
    const token = { ...terms, id: `s.${randomUUID()}`, begunAt, endsAt: Infinity, usesLeft: terms.uses };
    this.#issued.set(token.id, token);
    this.renew(token);
    return token;
  }

  /** Returns the token; null if it is unknown, expired or used up. */
  find(id: string): KvToken | null {
    if (isSame(id, this.root)) return { ...ROOT, id, begunAt: 0, endsAt: Infinity, usesLeft: 0 };
    const token = this.#issued.get(id);
    return token && token.endsAt > this.now() ? token : null;
  }

  /** Counts one request; the token is revoked after its last one. */
  use(token: KvToken): void {
    if (token.uses === 0) return;
    token.usesLeft -= 1;
    if (token.usesLeft <= 0) this.#issued.delete(token.id);
  }

  /** Renews its TTL, up to its maximum. */
  renew(token: KvToken): void {
    const longest = token.maxTtlSeconds === 0 ? Infinity : token.begunAt + token.maxTtlSeconds * 1000;
    const next = token.ttlSeconds === 0 ? Infinity : this.now() + token.ttlSeconds * 1000;
    token.endsAt = Math.min(next, longest);
  }

  /** Returns the remaining whole seconds; 0 for unlimited. */
  secondsLeft({ endsAt }: KvToken): number {
    return endsAt === Infinity ? 0 : Math.ceil((endsAt - this.now()) / 1000);
  }

  revoke(token: KvToken): void {
    this.#issued.delete(token.id);
  }

  revokeAll(): void {
    this.#issued.clear();
  }

  /** The valid issued tokens. */
  get live(): string[] {
    return [...this.#issued.keys()].filter((id) => this.find(id) !== null);
  }
}

function isSame(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
