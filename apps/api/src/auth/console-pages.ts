/** Builds addresses of the console's pages that a command line opens for its user. */
export class ConsolePages {
  /** @param publicUrl null: addresses are relative to the one that was called */
  constructor(private readonly publicUrl: string | null) {}

  at(path: string, parameters: Readonly<Record<string, string>>): string {
    return `${this.publicUrl ?? ''}${path}?${new URLSearchParams(parameters).toString()}`;
  }
}
