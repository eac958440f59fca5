import { readFileSync } from 'node:fs';
import { SecretBytes } from '#libs/secret-bytes';
import { textIn } from './secret-file.js';
import { AGENT_VARIABLES, type AgentVariableName, type SecretVariableName } from './variables.js';

/** Faults of the settings. Each names its variable or member, never the value. */
export class AgentConfigError extends Error {
  override readonly name = 'AgentConfigError';

  constructor(readonly faults: string[]) {
    super(`configuration is not usable:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
  }
}

/** Reads AGENT_VARIABLES with their defaults, and collects all faults so that they are reported together. */
export class EnvReader {
  readonly #faults: string[] = [];

  constructor(private readonly env: NodeJS.ProcessEnv) {}

  /** The faults found so far. */
  get faults(): readonly string[] {
    return this.#faults;
  }

  fault(name: AgentVariableName, why: string): void {
    this.#faults.push(`${name} ${why}`);
  }

  /** Returns the trimmed value; the default if it is unset or blank, or '' if there is no default. */
  text(name: AgentVariableName): string {
    return this.textOrNull(name) ?? AGENT_VARIABLES[name].default ?? '';
  }

  /** Returns the trimmed value; null if it is unset or blank, regardless of the default. */
  textOrNull(name: AgentVariableName): string | null {
    return this.env[name]?.trim() || null;
  }

  required(name: AgentVariableName): string {
    const text = this.text(name);
    if (text === '') this.fault(name, 'is missing');
    return text;
  }

  integer(name: AgentVariableName, min: number, max: number): number {
    const text = this.text(name);
    const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (number >= min && number <= max) return number;
    this.fault(name, `must be a whole number from ${min} to ${max}`);
    return min;
  }

  oneOf<T extends string>(name: AgentVariableName, allowed: readonly T[]): T {
    const text = this.text(name);
    if ((allowed as readonly string[]).includes(text)) return text as T;
    this.fault(name, `must be one of ${allowed.join(', ')}`);
    return AGENT_VARIABLES[name].default as T;
  }

  flag(name: AgentVariableName): boolean {
    return this.oneOf(name, ['true', 'false']) === 'true';
  }

  /** Returns the content of the file at the path in `name`; null if it is unset. */
  file(name: AgentVariableName): string | null {
    const path = this.text(name);
    if (path === '') return null;
    try {
      return readFileSync(path, 'utf8').trim();
    } catch {
      this.fault(name, 'names a file that cannot be read');
      return null;
    }
  }

  /** Returns the content of an optional file. */
  textIn(path: string): string | null {
    return textIn(path)?.trim() || null;
  }

  /** Returns the secret in `name`, or in the file at `<name>_FILE`; null if neither is set. */
  secret(name: SecretVariableName): SecretBytes | null {
    const direct = this.text(name);
    const text = direct === '' ? this.file(`${name}_FILE`) : direct;
    return text === null || text === '' ? null : SecretBytes.fromUtf8(text);
  }

  /** @throws AgentConfigError when any fault was found. */
  finish(): void {
    if (this.#faults.length > 0) throw new AgentConfigError(this.#faults);
  }
}
