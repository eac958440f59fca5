import { readFileSync } from 'node:fs';
import { SecretBytes } from '#libs/secret-bytes';

/** The token of the transit engine, reread from its file when the engine rejects it. */
export class TransitToken {
  #current: SecretBytes;

  /** @param file where the token came from; null when it was configured directly */
  constructor(
    token: SecretBytes,
    private readonly file: string | null = null,
  ) {
    this.#current = token;
  }

  /** Returns the token as text, for a header. */
  reveal(): string {
    return Buffer.from(this.#current.reveal()).toString('utf8');
  }

  /**
   * Rereads the file.
   *
   * @param refused the rejected token
   * @returns whether there is another token to try; every concurrent call must see the new one
   */
  reload(refused: string): boolean {
    const text = this.file === null ? '' : readText(this.file);
    if (text !== '' && text !== this.reveal()) this.#current = SecretBytes.fromUtf8(text);
    return this.reveal() !== refused;
  }
}

/** Returns the file's text without one trailing newline, as at boot; empty without the file. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    return '';
  }
}
