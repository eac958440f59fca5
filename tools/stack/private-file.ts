import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';

/** A JSON file that only its owner can read, written atomically. */
export class PrivateFile<Content> {
  constructor(private readonly path: string) {}

  get exists(): boolean {
    return existsSync(this.path);
  }

  /** Returns the content; null if there is no file. @throws Error naming a damaged file, without its content */
  read(): Content | null {
    if (!this.exists) return null;
    try {
      return JSON.parse(readFileSync(this.path, 'utf8')) as Content;
    } catch {
      throw new Error(`${this.path} is damaged: remove its folder to start over.`);
    }
  }

  write(content: Content): void {
    const temporary = `${this.path}.new`;
    writeFileSync(temporary, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
    renameSync(temporary, this.path);
  }
}
