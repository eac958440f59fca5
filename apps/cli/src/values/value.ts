/** One fetched value. It is held as bytes, which can be overwritten; as text no longer than it takes to hand it on. */
export class Value {
  constructor(
    readonly key: string,
    readonly bytes: Buffer,
  ) {}

  /** Returns it as text; null where it is none. */
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
