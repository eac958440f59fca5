import { Command } from 'commander';
import { addVersion } from './commands/version.js';
import { addGlobalOptions } from './global-options.js';
import { rootCommand } from './root-command.js';

type Add = (program: Command) => void;
type Load = () => Promise<Add>;

const signIn: Load = async () => (await import('./commands/sign-in.js')).addSignIn;
const decisions: Load = async () => (await import('./commands/decisions.js')).addDecisions;
const inbox: Load = async () => (await import('./commands/cross-team.js')).addInbox;
const reveal: Load = async () => (await import('./commands/reveal.js')).addReveal;
const declarative: Load = async () => (await import('./commands/declarative.js')).addDeclarative;

/** Loaders of the frequent commands, so that a start loads only what it needs. */
export const PARTS: Readonly<Record<string, Load>> = {
  ...{ login: signIn, logout: signIn, whoami: signIn, 'step-up': signIn },
  request: async () => (await import('./commands/request.js')).addRequest,
  ...{ approve: decisions, reject: decisions },
  ...{ inbox, fill: inbox, refuse: inbox, verify: inbox },
  wait: async () => (await import('./commands/wait.js')).addWait,
  ...{ reveal, 'clear-clipboard-later': reveal },
  exec: async () => (await import('./commands/exec.js')).addExec,
  ...{ plan: declarative, apply: declarative, export: declarative, schema: declarative },
  api: async () => (await import('./commands/api.js')).addApi,
  // The root command contains it already.
  version: () => Promise.resolve(addVersion),
};

/**
 * Returns the command tree for these arguments: only the part of their command, else the whole tree.
 * @param args without the program's name
 */
export async function programFor(args: readonly string[]): Promise<Command> {
  const program = rootCommand();
  const part = PARTS[commandIn(args) ?? ''];
  if (part === undefined) return (await import('./program.js')).programOf();
  (await part())(program);
  return program;
}

/** Global options may come first, with values that equal command names. */
function commandIn(args: readonly string[]): string | null {
  // It prints nothing: the program that runs parses them again.
  const options = new Command().exitOverride().configureOutput({ writeErr: () => undefined });
  addGlobalOptions(options);
  try {
    const [command] = options.parseOptions([...args]).operands;
    return command !== undefined && Object.hasOwn(PARTS, command) ? command : null;
  } catch {
    // The whole tree reports the error.
    return null;
  }
}
