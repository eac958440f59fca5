export type ProcessName = 'api' | 'worker';

/** When a variable is required: always, never, or when another is set or has a given value. */
export type Requirement = 'always' | 'never' | Readonly<Record<string, string>>;

/** In a Requirement: the other variable is set. */
export const SET = '(set)';

/** Documentation of a variable (docs/reference/variables.md). */
export interface About {
  /** One or two sentences. */
  readonly meaning: string;
  /** A valid text. For a secret, only its form. */
  readonly example: string;
  /** Whether a change needs a restart; true by default. */
  readonly restart?: boolean;
}

/** The definition of a variable. T is the parser's result, with null when it may be absent. */
export interface Variable<T, P extends ProcessName = ProcessName> extends Required<About> {
  /** The processes that read it; others know its name and ignore it. */
  readonly readBy: readonly P[];
  /** Parses the text. @throws ValueFault, whose reason does not repeat the text */
  readonly parse: (text: string) => T;
  /** The text used when the variable is absent. */
  readonly fallback: string | null;
  readonly required: Requirement;
  /** Whether the text is or contains a credential. */
  readonly secret: boolean;
}

type Parse<T> = (text: string) => T;

/** Defines a variable without which the process does not start. */
export function required<T, P extends ProcessName>(
  readBy: readonly P[],
  parse: Parse<T>,
  { secret = false, restart = true, ...about }: About & { secret?: boolean },
): Variable<T, P> {
  return { readBy, parse, fallback: null, required: 'always', secret, restart, ...about };
}

/** Defines a variable with a default, written as an operator would set it. */
export function defaulted<T, P extends ProcessName>(
  readBy: readonly P[],
  parse: Parse<T>,
  fallback: string,
  { restart = true, ...about }: About,
): Variable<T, P> {
  return { readBy, parse, fallback, required: 'never', secret: false, restart, ...about };
}

/** Defines a variable that may be absent, unless `requiredWhen` applies. */
export function optional<T, P extends ProcessName>(
  readBy: readonly P[],
  parse: Parse<T>,
  {
    secret = false,
    restart = true,
    requiredWhen = 'never',
    ...about
  }: About & { secret?: boolean; requiredWhen?: Readonly<Record<string, string>> | 'never' },
): Variable<T | null, P> {
  return { readBy, parse, fallback: null, required: requiredWhen, secret, restart, ...about };
}
