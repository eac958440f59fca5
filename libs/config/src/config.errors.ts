/** One fault of one variable. Neither member contains the variable's value. */
export interface ConfigFault {
  readonly variable: string;
  readonly reason: string;
}

/** All faults of the configuration, by variable name and reason, never by value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'config_invalid';
  readonly kind = 'config';

  constructor(readonly faults: readonly ConfigFault[]) {
    const lines = faults.map(({ variable, reason }) => `  ${variable}: ${reason}`);
    super(`invalid configuration (${faults.length}):\n${lines.join('\n')}`);
  }
}

/** Thrown by parsers. The reason is a constant that says what is expected, and never repeats the text. */
export class ValueFault extends Error {
  override readonly name = 'ValueFault';
}
