import { collect } from '../collect.js';
import type { Command } from 'commander';

/** Adds the options for new values. */
export function addValueOptions(command: Command): Command {
  return command
    .option('--set <key=source>', 'K=@FILE, or K=- for stdin; may be repeated', collect, [])
    .option('--generate <key>', 'K or K:48: a random value of that length, which nobody sees', collect, []);
}
