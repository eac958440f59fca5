import { namesFile, stateFile } from './folders.js';
import { Keychain } from './keychain.js';
import { readPrivateJson, removePrivate, writePrivate } from './private-file.js';
import type { Profile } from './profiles.js';

/** The state of a profile between commands. */
export interface SessionState {
  /** E-mail of the signed-in user; for prompts. */
  readonly email?: string;
  /** Expiry of the session, ISO 8601. */
  readonly expires_at?: string;
  /** The last request submitted with this profile: `@last`. */
  readonly last_request?: string;
  /** Only without a keychain. */
  readonly token?: string;
}

export type TokenStore = Profile['store'];

/** The stored session of a profile. */
export class StoredSession {
  readonly #file: string;

  constructor(
    private readonly profile: string,
    private readonly keychain = new Keychain(),
  ) {
    this.#file = stateFile(profile);
  }

  get state(): SessionState {
    return readPrivateJson<SessionState>(this.#file) ?? {};
  }

  /** @returns null when signed out */
  token(store: TokenStore): string | null {
    return (store === 'keychain' ? this.keychain.load(this.profile) : this.state.token) ?? null;
  }

  /**
   * Stores a new session.
   *
   * @param requested `auto`: in the keychain, or in a file if there is none
   * @returns where the token is stored
   */
  save(requested: TokenStore | 'auto', token: string, state: Omit<SessionState, 'token'>): TokenStore {
    const store = requested !== 'file' && this.keychain.save(this.profile, token) ? 'keychain' : 'file';
    this.remember({ ...state, token: store === 'file' ? token : undefined });
    return store;
  }

  /** Changes the state. The names for completion are read anew, because they lack a request that was submitted since. */
  remember(changed: SessionState): void {
    removePrivate(namesFile(this.profile));
    writePrivate(this.#file, `${JSON.stringify({ ...this.state, ...changed })}\n`);
  }

  /** Removes the token, and what was read with it. */
  forget(store: TokenStore): void {
    if (store === 'keychain') this.keychain.remove(this.profile);
    removePrivate(this.#file);
    removePrivate(namesFile(this.profile));
  }

  get place(): string {
    return this.#file;
  }
}
