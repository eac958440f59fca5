import { parseArgs } from 'node:util';

export interface StackOptions {
  /** End after the transcript instead of staying up. */
  readonly once: boolean;
  /** Print the revealed value instead of a mask. */
  readonly show: boolean;
}

export const USAGE = `usage: npm start [-- --once] [-- --show]

  --once   end after the transcript, with exit code 0
  --show   print the revealed value instead of a mask
`;

/** Returns null for arguments that do not exist. */
export function parseStackOptions(args: string[]): StackOptions | null {
  try {
    const { values } = parseArgs({ args, options: { once: { type: 'boolean' }, show: { type: 'boolean' } } });
    return { once: values.once ?? false, show: values.show ?? false };
  } catch {
    return null;
  }
}
