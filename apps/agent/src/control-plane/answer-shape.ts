import { SecretBytes } from '#libs/secret-bytes';
import { ApiError } from './api-error.js';

const MAX_CHARACTERS = 2048;
const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
// Characters allowed in a header. The control plane's own secrets have 43.
const CREDENTIAL = /^[\x21-\x7e]{16,512}$/;

/** Validates the members of a response as they are read: the control plane is not trusted. */
export class AnswerShape {
  readonly #members: Record<string, unknown>;

  /** @throws ApiError when the answer is not an object */
  constructor(answer: unknown) {
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) throw unexpected();
    this.#members = answer as Record<string, unknown>;
  }

  string(name: string, mostCharacters = MAX_CHARACTERS): string {
    const value = this.#members[name];
    if (typeof value !== 'string' || value.length > mostCharacters) throw unexpected();
    return value;
  }

  /** Returns a UUID: ids are used in logs and paths. */
  id(name: string): string {
    return this.#matching(name, ID);
  }

  /** Returns a secret that fits in a header: replacing a valid one with any other text would lock the agent out. */
  credential(name: string): SecretBytes {
    return SecretBytes.fromUtf8(this.#matching(name, CREDENTIAL));
  }

  date(name: string): Date {
    const date = new Date(this.string(name));
    if (Number.isNaN(date.getTime())) throw unexpected();
    return date;
  }

  stringOrNull(name: string): string | null {
    return this.#isAbsent(name) ? null : this.string(name);
  }

  number(name: string): number {
    const value = this.#members[name];
    if (typeof value !== 'number' || !Number.isFinite(value)) throw unexpected();
    return value;
  }

  numberOr(name: string, byDefault: number): number {
    return this.#isAbsent(name) ? byDefault : this.number(name);
  }

  strings(name: string): string[] {
    const value = this.#members[name] ?? [];
    if (!Array.isArray(value) || !value.every((item) => typeof item === 'string')) throw unexpected();
    return value;
  }

  idOrNull(name: string): string | null {
    return this.#isAbsent(name) ? null : this.id(name);
  }

  shapeOrNull(name: string): AnswerShape | null {
    return this.#isAbsent(name) ? null : new AnswerShape(this.#members[name]);
  }

  shapes(name: string): AnswerShape[] {
    const value = this.#members[name] ?? [];
    if (!Array.isArray(value)) throw unexpected();
    return value.map((item) => new AnswerShape(item));
  }

  object(name: string): Record<string, unknown> {
    const value = this.#members[name] ?? {};
    if (typeof value !== 'object' || value === null || Array.isArray(value)) throw unexpected();
    return value as Record<string, unknown>;
  }

  #matching(name: string, form: RegExp): string {
    const text = this.string(name);
    if (!form.test(text)) throw unexpected();
    return text;
  }

  #isAbsent(name: string): boolean {
    return (this.#members[name] ?? null) === null;
  }
}

function unexpected(): ApiError {
  return new ApiError(0, 'control_plane_answer_unexpected');
}
