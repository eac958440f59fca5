/** One thing wrong with one variable. Neither member ever holds the variable's value. */
export interface ConfigFault {
  readonly variable: string;
  readonly reason: string;
}

/** Everything that is wrong with the configuration, listed by variable name and reason, never by value. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly code = 'config_invalid';
  readonly kind = 'config';

  constructor(readonly faults: readonly ConfigFault[]) {
    const lines = faults.map(({ variable, reason }) => `  ${variable}: ${reason}`);
    super(`invalid configuration (${faults.length}):\n${lines.join('\n')}`);
  }
}

/**
 * Why one text can't be a variable's value, as a parser raises it. Its reason is a constant of the code:
 * it says what is expected and never what was given.
 */
export class ValueFault extends Error {
  override readonly name = 'ValueFault';
}
