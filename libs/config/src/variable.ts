export type ProcessName = 'api' | 'worker';

/** When a variable must be there: always, never, or when any of these others is set or has that value. */
export type Requirement = 'always' | 'never' | Readonly<Record<string, string>>;

/** In a Requirement: the other variable has any value of its own. */
export const SET = '(set)';

/** What an operator is told of a variable (docs/reference/variables.md). */
export interface About {
  /** One or two sentences. */
  readonly meaning: string;
  /** A text that the variable takes. Of a secret it only shows the form. */
  readonly example: string;
  /** A change takes effect only when the process is started anew; true when absent. */
  readonly restart?: boolean;
}

/** What is known of one variable. T is what the parser gives, with null when it may be absent. */
export interface Variable<T, P extends ProcessName = ProcessName> extends Required<About> {
  /** The processes that read it; the others know its name and leave it alone. */
  readonly readBy: readonly P[];
  /** Raises a ValueFault, whose reason does not repeat the text. */
  readonly parse: (text: string) => T;
  /** The text that stands in when there is none. */
  readonly fallback: string | null;
  readonly required: Requirement;
  /** The text is or contains a credential. */
  readonly secret: boolean;
}

type Parse<T> = (text: string) => T;

/** A variable without which the process does not start. */
export function required<T, P extends ProcessName>(
  readBy: readonly P[],
  parse: Parse<T>,
  { secret = false, restart = true, ...about }: About & { secret?: boolean },
): Variable<T, P> {
  return { readBy, parse, fallback: null, required: 'always', secret, restart, ...about };
}

/** A variable whose fallback is written as a person would set it. */
export function defaulted<T, P extends ProcessName>(
  readBy: readonly P[],
  parse: Parse<T>,
  fallback: string,
  { restart = true, ...about }: About,
): Variable<T, P> {
  return { readBy, parse, fallback, required: 'never', secret: false, restart, ...about };
}

/** A variable that may be absent, unless `requiredWhen` holds. */
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
