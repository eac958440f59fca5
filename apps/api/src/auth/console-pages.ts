/** Addresses of the console's pages that a command line sends its person to. */
export class ConsolePages {
  /** @param publicUrl null where the service does not know its own address */
  constructor(private readonly publicUrl: string | null) {}

  /** Returns the address of a page; relative to the address that was called where the service does not know its own. */
  at(path: string, parameters: Readonly<Record<string, string>>): string {
    return `${this.publicUrl ?? ''}${path}?${new URLSearchParams(parameters).toString()}`;
  }
}
