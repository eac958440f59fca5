import { readFileSync } from 'node:fs';
import { SecretBytes } from '#libs/secret-bytes';

/** The token for the transit engine, read again from its file when the engine refuses it. */
export class TransitToken {
  #current: SecretBytes;

  /** @param file where the token came from; null when it was given directly */
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
   * Reads the file again.
   *
   * @param refused the token that was refused
   * @returns true when there is another one to try: of calls at once, each must see the new token
   */
  reload(refused: string): boolean {
    const text = this.file === null ? '' : readText(this.file);
    if (text !== '' && text !== this.reveal()) this.#current = SecretBytes.fromUtf8(text);
    return this.reveal() !== refused;
  }
}

/** The file's text without one trailing newline, as at boot; empty when the file is not there. */
function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch {
    return '';
  }
}
