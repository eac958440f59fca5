import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Arguments that a command does not take. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault';
}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Returns the options that the command was called with; null when it was asked for its usage, which is printed then.
 *
 * @throws UsageFault naming an unknown option. No other argument is repeated: it may be a secret in the wrong place.
 */
export function optionsOrUsage<const O extends Options>(usage: string, options: O) {
  const values = parsed(options);
  if (!('help' in values) || values.help !== true) return values;
  process.stdout.write(`${usage}\n`);
  return null;
}

function parsed<const O extends Options>(options: O) {
  try {
    return parseArgs({ options: { ...options, help: { type: 'boolean' } } }).values;
  } catch (error) {
    const [, unknown] = /^Unknown option '(--?[\w-]+)'/.exec((error as Error).message) ?? [];
    const what = unknown === undefined ? 'unexpected arguments' : `${unknown} is an unknown option`;
    throw new UsageFault(`${what}; see --help`);
  }
}
