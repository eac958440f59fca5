import { Command } from 'commander';
import { addGlobalOptions, wantsJson } from './global-options.js';
import { VERSION } from './version.js';

/** Returns the root command, without subcommands. */
export function rootCommand(): Command {
  const root: Command = new Command('countersign')
    .description('Ask for secrets, decide who gets them, and prove what happened.')
    .version(VERSION, '--version')
    .showSuggestionAfterError()
    .showHelpAfterError('Add --help for its arguments, options and examples.')
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, 'countersign: ')),
      // As JSON a fault is one object, which `run` writes.
      writeErr: (text) => void (wantsJson(root) || process.stderr.write(text)),
    })
    .exitOverride()
    .configureHelp({ showGlobalOptions: false, sortSubcommands: false });
  addGlobalOptions(root);
  return root;
}
