/** A warning in a successful response: the change was made, but may not have the intended effect. */
export interface Warning {
  /** Stable, like an error code. */
  readonly code: string;
  readonly message: string;
}
