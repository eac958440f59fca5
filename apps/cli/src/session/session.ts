import { stateFile } from './folders.js';
import { Keychain } from './keychain.js';
import { readPrivate, removePrivate, writePrivate } from './private-file.js';
import type { Profile } from './profiles.js';

/** What a profile remembers from one command to the next. */
export interface SessionState {
  /** Of the person who signed in; for questions. */
  readonly email?: string;
  /** The session's end, ISO 8601. */
  readonly expires_at?: string;
  /** The request that was made here last: `@last`. */
  readonly last_request?: string;
  /** Only where no keychain holds it. */
  readonly token?: string;
}

export type TokenStore = Profile['store'];

/** The session of one profile, as it lies on this machine. */
export class StoredSession {
  readonly #file: string;

  constructor(
    private readonly profile: string,
    private readonly keychain = new Keychain(),
  ) {
    this.#file = stateFile(profile);
  }

  get state(): SessionState {
    const text = readPrivate(this.#file);
    return text === null ? {} : (JSON.parse(text) as SessionState);
  }

  /** @returns null where nobody signed in, or signed out */
  token(store: TokenStore): string | null {
    if (store === 'none') return null;
    return (store === 'keychain' ? this.keychain.load(this.profile) : this.state.token) ?? null;
  }

  /**
   * Keeps a session that has just begun.
   *
   * @param wish `auto`: in the keychain where there is one, else in a file
   * @returns where its token is kept
   */
  save(wish: TokenStore | 'auto', token: string, state: Omit<SessionState, 'token'>): TokenStore {
    const kept = wish === 'auto' || wish === 'keychain' ? this.keychain.save(this.profile, token) : false;
    const store = kept ? 'keychain' : wish === 'none' ? 'none' : 'file';
    this.remember({ ...state, token: store === 'file' ? token : undefined });
    return store;
  }

  remember(changed: SessionState): void {
    writePrivate(this.#file, `${JSON.stringify({ ...this.state, ...changed })}\n`);
  }

  forget(store: TokenStore): void {
    if (store === 'keychain') this.keychain.remove(this.profile);
    removePrivate(this.#file);
  }

  get place(): string {
    return this.#file;
  }
}
