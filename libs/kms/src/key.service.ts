import type { SecretBytes } from '#libs/secret-bytes';

/** What a wrapped key belongs to. It is authenticated, not stored: unwrapping needs the same members again. */
export type KeyContext = Readonly<Record<string, string>>;

/** Wraps and unwraps data keys (D57). It never sees values. Also the injection token. */
export abstract class KeyService {
  /** Names the backend and the key that wraps at present, for audit and support; not secret. */
  abstract readonly keyId: string;

  /**
   * Gives a text that names backend and key version, so that keys rotate without rewriting.
   * Raises KeyUnavailableError when the backend can't be asked.
   */
  abstract wrapKey(dataKey: SecretBytes, context: KeyContext): Promise<string>;

  /**
   * Gives the data key back for the same context. Raises KeyServiceError `undecryptable` for another context,
   * an unknown key or a changed text, KeyUnavailableError when the backend can't be asked.
   */
  abstract unwrapKey(wrapped: string, context: KeyContext): Promise<SecretBytes>;

  /** Proves that keys can be wrapped and unwrapped now; raises KeyServiceError if not. */
  abstract check(): Promise<void>;

  /** Begins upkeep in the background, where a backend needs any. Raises nothing: a failure is tried again. */
  start(): void {}

  /** Ends upkeep and open connections. Nothing is asked afterwards. */
  async stop(): Promise<void> {}
}
