export type ProcessName = 'api' | 'worker';

/** When a variable must be there: always, never, or when any of these others is set or has that value. */
export type Requirement = 'always' | 'never' | Readonly<Record<string, string>>;

/** In a Requirement: the other variable has any value of its own. */
export const SET = '(set)';

/** What is known of one variable. T is what the parser gives, with null when it may be absent. */
export interface Variable<T, P extends ProcessName = ProcessName> {
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

export const SECRET = { secret: true } as const;
const PLAIN = { secret: false } as const;

/** A variable without which the process does not start. */
export function required<T, P extends ProcessName>(
  readBy: readonly P[],
  parse: Parse<T>,
  { secret }: { secret: boolean } = PLAIN,
): Variable<T, P> {
  return { readBy, parse, fallback: null, required: 'always', secret };
}

/** A variable whose fallback is written as a person would set it. */
export function defaulted<T, P extends ProcessName>(
  readBy: readonly P[],
  parse: Parse<T>,
  fallback: string,
): Variable<T, P> {
  return { readBy, parse, fallback, required: 'never', secret: false };
}

/** A variable that may be absent, unless `requiredWhen` holds. */
export function optional<T, P extends ProcessName>(
  readBy: readonly P[],
  parse: Parse<T>,
  {
    secret = false,
    requiredWhen,
  }: { secret?: boolean; requiredWhen?: Readonly<Record<string, string>> } = {},
): Variable<T | null, P> {
  return { readBy, parse, fallback: null, required: requiredWhen ?? 'never', secret };
}
