/** Something that an answer says beside what was asked for: it was done, and may not do what was meant. */
export interface Warning {
  /** Stable, as an error's code is. */
  readonly code: string;
  readonly message: string;
}
