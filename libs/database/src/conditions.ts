/** Returns the text as LIKE takes it literally. */
export function likeLiteral(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}

/** Collects the parameters of a statement that is put together from conditions. */
export class Conditions {
  readonly parameters: unknown[];

  /** @param parameters those that the statement has anyway: `$1`, `$2`, ... */
  constructor(...parameters: unknown[]) {
    this.parameters = parameters;
  }

  /** Adds a parameter and gives its placeholder. */
  bind(value: unknown): string {
    return `$${this.parameters.push(value)}`;
  }
}
