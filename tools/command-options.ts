import { parseArgs, type ParseArgsConfig } from 'node:util';

/** Invalid arguments of a command. */
export class UsageFault extends Error {
  override readonly name = 'UsageFault';
}

type Options = NonNullable<ParseArgsConfig['options']>;

/**
 * Returns the parsed options; null if the usage was requested, which is then printed.
 * @throws UsageFault naming an unknown option. No other argument is repeated, because it may be a misplaced secret.
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
