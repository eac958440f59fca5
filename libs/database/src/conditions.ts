/** Collects the parameters of a statement that is built from conditions. */
export class Conditions {
  readonly parameters: unknown[];

  /** @param parameters the statement's fixed parameters: `$1`, `$2`, ... */
  constructor(...parameters: unknown[]) {
    this.parameters = parameters;
  }

  /** Adds a parameter and returns its placeholder. */
  bind(value: unknown): string {
    return `$${this.parameters.push(value)}`;
  }
}
