import { Command } from 'commander';
import { addGlobalOptions } from './global-options.js';
import { VERSION } from './version.js';

/** Returns the root command, without subcommands. */
export function rootCommand(): Command {
  const root = new Command('countersign')
    .description('Ask for secrets, decide who gets them, and prove what happened.')
    .version(VERSION, '--version')
    .showSuggestionAfterError()
    .exitOverride()
    .configureHelp({ showGlobalOptions: false, sortSubcommands: false });
  addGlobalOptions(root);
  return root;
}
