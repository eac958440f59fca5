/** A value of which no trace may be left. */
export interface Known {
  readonly label: string;
  readonly value: string;
  /** The service keeps hashes of what it made itself; of a test's value there may be none. */
  readonly madeBy: 'test' | 'service';
}

/** What was found: a form of the value with that label. Never the value itself. */
export interface Find {
  readonly label: string;
  readonly form: string;
  readonly madeBy: Known['madeBy'];
}

/** A find in a place where it may not be. */
export interface Leak extends Find {
  readonly place: string;
}
