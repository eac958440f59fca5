import { readFileSync } from 'node:fs';
import { SecretBytes } from '#libs/secret-bytes';

/** Faults of the environment, each naming its variable and never its value. */
export class AgentConfigError extends Error {
  override readonly name = 'AgentConfigError';

  constructor(readonly faults: string[]) {
    super(`configuration is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/** Reads variables and collects every fault, so that one start shows them all. */
export class EnvReader {
  readonly #faults: string[] = [];

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  fault(name: string, why: string): void {
    this.#faults.push(`${name} ${why}`);
  }

  /** The trimmed text, or the default when it is absent or blank. */
  text(name: string, byDefault: string): string {
    return this.env[name]?.trim() || byDefault;
  }

  required(name: string): string {
    const text = this.text(name, '');
    if (text === '') this.fault(name, 'is missing');
    return text;
  }

  integer(name: string, byDefault: number, min: number, max: number): number {
    const text = this.text(name, String(byDefault));
    const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (number >= min && number <= max) return number;
    this.fault(name, `must be a whole number from ${min} to ${max}`);
    return byDefault;
  }

  oneOf<T extends string>(name: string, byDefault: T, allowed: readonly T[]): T {
    const text = this.text(name, byDefault);
    if ((allowed as readonly string[]).includes(text)) return text as T;
    this.fault(name, `must be one of ${allowed.join(', ')}`);
    return byDefault;
  }

  /** The content of the file that `name` names; null when the variable is unset. */
  file(name: string): string | null {
    const path = this.text(name, '');
    if (path === '') return null;
    try {
      return readFileSync(path, 'utf8').trim();
    } catch {
      this.fault(name, 'names a file that can not be read');
      return null;
    }
  }

  /** The content of a file that need not be there. */
  textIn(path: string): string | null {
    try {
      return readFileSync(path, 'utf8').trim() || null;
    } catch {
      return null;
    }
  }

  /** A secret from `name`, or from the file that `<name>_FILE` names; null when neither is set. */
  secret(name: string): SecretBytes | null {
    const direct = this.text(name, '');
    const text = direct === '' ? this.file(`${name}_FILE`) : direct;
    return text === null || text === '' ? null : SecretBytes.fromUtf8(text);
  }

  /** @throws AgentConfigError when any fault was found. */
  finish(): void {
    if (this.#faults.length > 0) throw new AgentConfigError(this.#faults);
  }
}
