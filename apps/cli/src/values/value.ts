/** The longest value that the service takes. */
export const MAX_BYTES = 64 * 1024;

/** A retrieved value. It is held as bytes, which can be overwritten; as text only while it is passed on. */
export class Value {
  constructor(
    readonly key: string,
    readonly bytes: Buffer,
  ) {}

  /** Returns it as text; null if it isn't UTF-8. */
  text(): string | null {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(this.bytes);
    } catch {
      return null;
    }
  }

  wipe(): void {
    this.bytes.fill(0);
  }
}
