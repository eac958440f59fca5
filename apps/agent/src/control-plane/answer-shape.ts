import { ApiError } from './api-error.js';

/** The members of an answer, each checked when it is taken. */
export class AnswerShape {
  readonly #members: Record<string, unknown>;

  /** @throws ApiError when the answer is no object */
  constructor(answer: unknown) {
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) throw unexpected();
    this.#members = answer as Record<string, unknown>;
  }

  string(name: string): string {
    const value = this.#members[name];
    if (typeof value !== 'string') throw unexpected();
    return value;
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

  #isAbsent(name: string): boolean {
    return (this.#members[name] ?? null) === null;
  }
}

function unexpected(): ApiError {
  return new ApiError(0, 'control_plane_answer_unexpected');
}
