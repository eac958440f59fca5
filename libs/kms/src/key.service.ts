import type { SecretBytes } from '#libs/secret-bytes';

/** What a wrapped key is bound to. It is authenticated, not stored: unwrapping requires the same members. */
export type KeyContext = Readonly<Record<string, string>>;

/** Wraps and unwraps data keys (D57). It never sees values. Also the injection token. */
export abstract class KeyService {
  /** Backend and current key, for audit and support; not secret. */
  abstract readonly keyId: string;

  /**
   * Wraps a data key.
   *
   * @returns a text that names backend and key version, so that rotating the key needs no rewriting
   * @throws KeyUnavailableError when the backend is unreachable
   */
  abstract wrapKey(dataKey: SecretBytes, context: KeyContext): Promise<string>;

  /**
   * Unwraps a data key for the same context.
   *
   * @throws KeyServiceError `undecryptable` for another context, an unknown key or a changed text
   * @throws KeyUnavailableError when the backend is unreachable
   */
  abstract unwrapKey(wrapped: string, context: KeyContext): Promise<SecretBytes>;

  /** Checks that keys can be wrapped and unwrapped. @throws KeyServiceError */
  abstract check(): Promise<void>;

  /** Starts background work such as token renewal. Never throws: failures are retried. */
  start(): void {}

  /** Stops background work and closes connections. No call follows. */
  async stop(): Promise<void> {}
}
