import { readFileSync } from 'node:fs';
import { ConfigError, ValueFault, type ConfigFault } from './config.errors.js';
import { SET, type ProcessName, type Variable } from './variable.js';
import { VARIABLES, type Values } from './variables.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns the text of a file, or throws. */
export type ReadFile = (path: string) => string;

/** The values for checks across variables; undefined or null for an absent or invalid variable. */
export type Found<P extends ProcessName> = Partial<Values<P>>;
export type CrossCheck<P extends ProcessName> = (found: Found<P>) => readonly ConfigFault[];

const readUtf8: ReadFile = (path) => readFileSync(path, 'utf8');

/**
 * Reads all variables of a process, directly or from the file that NAME_FILE names, without one trailing newline. An
 * empty text counts as absent.
 *
 * @throws ConfigError with all faults, those of `check` included
 */
export function readVariables<P extends ProcessName>(
  process: P,
  env: Environment,
  check: CrossCheck<P>,
  readFile: ReadFile = readUtf8,
): Values<P> {
  const variables = variablesOf(process);
  const faults: ConfigFault[] = [];
  const texts = new Map<string, string | null>();
  const found: Record<string, unknown> = {};
  for (const [name] of variables) {
    orFault(faults, name, () => texts.set(name, textOf(name, env, readFile)));
  }
  for (const [name, variable] of variables) {
    const text = texts.get(name) ?? variable.fallback;
    orFault(faults, name, () => (found[name] = text === null ? null : variable.parse(text)));
  }
  for (const [name, { required }] of variables) {
    // An unreadable text is already a fault, and not in the map.
    const reason = texts.get(name) === null ? missing(required, texts, found) : null;
    if (reason !== null) faults.push({ variable: name, reason });
  }
  faults.push(...check(found as Found<P>));
  if (faults.length > 0) throw new ConfigError(faults);
  return found as Values<P>;
}

function orFault(faults: ConfigFault[], variable: string, read: () => unknown): void {
  try {
    read();
  } catch (error) {
    if (!(error instanceof ValueFault)) throw error;
    faults.push({ variable, reason: error.message });
  }
}

function variablesOf(process: ProcessName): [string, Variable<unknown>][] {
  return Object.entries<Variable<unknown>>(VARIABLES).filter(([, { readBy }]) => readBy.includes(process));
}

function textOf(name: string, env: Environment, readFile: ReadFile): string | null {
  const direct = env[name] ?? '';
  const path = env[`${name}_FILE`] ?? '';
  if (path === '') return direct === '' ? null : direct;
  if (direct !== '') throw new ValueFault(`is set twice, as ${name} and as ${name}_FILE`);
  const text = contentOf(path, name, readFile).replace(/\r?\n$/, '');
  if (text === '') throw new ValueFault(`the file that ${name}_FILE names is empty`);
  return text;
}

function contentOf(path: string, name: string, readFile: ReadFile): string {
  try {
    return readFile(path);
  } catch {
    throw new ValueFault(`the file that ${name}_FILE names can't be read`);
  }
}

/** Returns why an absent variable is required, or null when it is optional. */
function missing(
  required: Variable<unknown>['required'],
  texts: ReadonlyMap<string, string | null>,
  found: Readonly<Record<string, unknown>>,
): string | null {
  if (required === 'never') return null;
  if (required === 'always') return 'is required';
  const holds = ([name, value]: [string, string]): boolean =>
    value === SET ? typeof texts.get(name) === 'string' : String(found[name]) === value;
  const cause = Object.entries(required).find(holds);
  if (cause === undefined) return null;
  const [name, value] = cause;
  return value === SET ? `is required when ${name} is set` : `is required when ${name} is ${value}`;
}
