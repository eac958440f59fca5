import { Command } from 'commander';
import { addGlobalOptions } from './global-options.js';
import { VERSION } from './version.js';

/** Returns the root command, without subcommands. */
export function rootCommand(): Command {
  const root = new Command('countersign')
    .description('Ask for secrets, decide who gets them, and prove what happened.')
    .version(VERSION, '--version')
    .showSuggestionAfterError()
    .showHelpAfterError('Add --help for its arguments, options and examples.')
    .configureOutput({ outputError: (text, write) => write(text.replace(/^error: /, 'countersign: ')) })
    .exitOverride()
    .configureHelp({ showGlobalOptions: false, sortSubcommands: false });
  addGlobalOptions(root);
  return root;
}
